import { expect } from 'chai'
import { describeConduit, uniqueName } from './conduit.js'

describeConduit('conduit, users', (conduit) => {
  const register = (user: object) => conduit().call('POST', '/users', { body: { user } })
  const logIn = (user: object) => conduit().call('POST', '/users/login', { body: { user } })

  it('registers a user, who then has no biography and no image', async () => {
    const username = uniqueName('new')
    const { status, body } = await register({ username, email: `${username}@test.com`, password: 'password1' })
    expect(status).to.equal(201)
    const { token, ...user } = body.user
    expect(user).to.deep.equal({ username, email: `${username}@test.com`, bio: null, image: null })
    expect(token).to.match(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  })

  it('reports every problem of every field, and of a blank one only that', async () => {
    const { status, body } = await register({ username: ' ', email: 'nowhere', password: 'short' })
    expect(status).to.equal(422)
    expect(body.errors).to.deep.equal({
      username: ["can't be blank"],
      email: ['is invalid'],
      password: ['is too short (minimum is 8 characters)'],
    })
    expect((await register({ username: 'x'.repeat(51), email: '', password: '' })).body.errors).to.deep.equal({
      username: ['is too long (maximum is 50 characters)'],
      email: ["can't be blank"],
      password: ["can't be blank"],
    })
  })

  it('takes missing fields, null and a missing envelope as blank', async () => {
    expect((await register({ username: null })).body.errors).to.deep.equal({
      username: ["can't be blank"],
      email: ["can't be blank"],
      password: ["can't be blank"],
    })
    const { status, body } = await conduit().call('POST', '/users', { body: {} })
    expect([status, body]).to.deep.equal([422, { errors: { user: ["can't be blank"] } }])
  })

  it('gives a name and an address once, in any case', async () => {
    const { username, email } = await conduit().register('taken')
    const password = 'password1'
    const sameName = await register({ username: username.toUpperCase(), email: 'other@test.com', password })
    expect([sameName.status, sameName.body]).to.deep.equal([409, { errors: { username: ['has already been taken'] } }])
    const sameAddress = await register({ username: uniqueName('other'), email: email.toUpperCase(), password })
    expect([sameAddress.status, sameAddress.body]).to.deep.equal([
      409,
      { errors: { email: ['has already been taken'] } },
    ])
  })

  it('compares names of every script with composed and decomposed letters as equal', async () => {
    const username = uniqueName('j\u00fcrg-\u00c9mile')
    const password = 'password1'
    await register({ username, email: `${uniqueName('twin')}@test.com`, password })
    for (const twin of [username.toUpperCase(), username.normalize('NFD'), username.toUpperCase().normalize('NFD')]) {
      const { status, body } = await register({ username: twin, email: `${uniqueName('twin')}@test.com`, password })
      expect([status, body]).to.deep.equal([409, { errors: { username: ['has already been taken'] } }])
      const profile = await conduit().call('GET', `/profiles/${encodeURIComponent(twin)}`)
      expect([profile.status, profile.body.profile.username]).to.deep.equal([200, username])
      const list = await conduit().call('GET', `/articles?author=${encodeURIComponent(twin)}`)
      expect(list.status).to.equal(200)
    }
  })

  it('gives no name that could be taken for another one, or that no address can hold', async () => {
    const { token } = await conduit().register()
    for (const username of [' jake', 'jake ', 'ja\u200bke', '\u202ejake', 'ja\u0000ke', 'jake\ud800', '.', '..']) {
      const created = await register({ username, email: `${uniqueName('odd')}@test.com`, password: 'password1' })
      const changed = await conduit().call('PUT', '/user', { token, body: { user: { username } } })
      for (const { status, body } of [created, changed]) {
        expect([status, body]).to.deep.equal([422, { errors: { username: ['is invalid'] } }])
      }
    }
  })

  it('takes nothing of a user but what he may set', async () => {
    const [user, other] = [await conduit().register(), await conduit().register()]
    const more = { id: other.username, name_key: other.username, created_at: '2000-01-01T00:00:00Z', admin: true }
    const { status, body } = await conduit().call('PUT', '/user', { token: user.token, body: { user: more } })
    expect([status, body.user.username]).to.deep.equal([200, user.username])
    const username = uniqueName('mass')
    const created = await register({
      ...more,
      username,
      email: `${username}@test.com`,
      password: 'password1',
      bio: 'x',
    })
    expect([created.status, created.body.user.bio]).to.deep.equal([201, null])
  })

  it('gives it to one of several who ask at once, and refuses the others', async () => {
    const username = uniqueName('race')
    const all = Array.from({ length: 8 }, (_, index) =>
      register({ username, email: `${username}-${index}@test.com`, password: 'password1' }),
    )
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.sort()).to.deep.equal([201, ...Array(7).fill(409)])
  })

  it('accepts the password with the address in any case', async () => {
    const { username, email } = await conduit().register()
    const { status, body } = await logIn({ email: email.toUpperCase(), password: 'password1' })
    expect([status, body.user.username]).to.deep.equal([200, username])
  })

  it('does not disclose whether the password or the address is wrong', async () => {
    const { email } = await conduit().register()
    for (const wrong of [
      { email, password: 'password2' },
      { email: 'nobody@test.com', password: 'password1' },
    ]) {
      const { status, body } = await logIn(wrong)
      expect([status, body]).to.deep.equal([401, { errors: { credentials: ['invalid'] } }])
    }
  })

  it('sends and logs no password, and no hash of one', async () => {
    const { token } = await conduit().register()
    await conduit().call('PUT', '/user', { token, body: { user: { password: 'betterpassword', bio: 7 } } })
    await register({ username: '', email: 'x', password: 'betterpassword' })
    expect(conduit().lines.join('')).not.to.match(/betterpassword|scrypt/)
  })

  it('reads and changes the user of the token: only what is given', async () => {
    const { username, email, token } = await conduit().register()
    const image = 'https://example.com/jake.png'
    const changed = await conduit().call('PUT', '/user', { token, body: { user: { bio: 'I train', image } } })
    expect(changed.status).to.equal(200)
    const { body } = await conduit().call('GET', '/user', { token })
    expect({ ...body.user, token: '' }).to.deep.equal({ username, email, bio: 'I train', image, token: '' })
    expect((await conduit().call('PUT', '/user', { token, body: { user: {} } })).body.user.bio).to.equal('I train')
  })

  it('takes an empty biography or image, and null, as none', async () => {
    const { token } = await conduit().register()
    for (const nothing of ['', null]) {
      await conduit().call('PUT', '/user', { token, body: { user: { bio: 'I train', image: 'https://a/b' } } })
      const { body } = await conduit().call('PUT', '/user', { token, body: { user: { bio: nothing, image: nothing } } })
      expect([body.user.bio, body.user.image]).to.deep.equal([null, null])
    }
  })

  it('takes no name, address or password away', async () => {
    const { token } = await conduit().register()
    for (const field of ['username', 'email', 'password']) {
      for (const nothing of ['', null]) {
        const { status, body } = await conduit().call('PUT', '/user', { token, body: { user: { [field]: nothing } } })
        expect([status, body]).to.deep.equal([422, { errors: { [field]: ["can't be blank"] } }])
      }
    }
  })

  it('changes the password, if the new one has from 8 to 128 characters', async () => {
    const { email, token } = await conduit().register()
    const change = async (password: string) =>
      (await conduit().call('PUT', '/user', { token, body: { user: { password } } })).status
    expect(await change('short7c')).to.equal(422)
    expect(await change('x'.repeat(129))).to.equal(422)
    expect(await change('x'.repeat(128))).to.equal(200)
    expect((await logIn({ email, password: 'password1' })).status).to.equal(401)
    expect((await logIn({ email, password: 'x'.repeat(128) })).status).to.equal(200)
  })

  it('does not change a name to one that is taken', async () => {
    const [one, other] = [await conduit().register(), await conduit().register()]
    const { status, body } = await conduit().call('PUT', '/user', {
      token: one.token,
      body: { user: { username: other.username } },
    })
    expect([status, body]).to.deep.equal([409, { errors: { username: ['has already been taken'] } }])
  })
})
