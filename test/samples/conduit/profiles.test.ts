import { expect } from 'chai'
import { describeConduit } from './conduit.js'

describeConduit('conduit, profiles', (conduit) => {
  it('are public, and their names match in any case', async () => {
    const { username } = await conduit().register()
    const { status, body } = await conduit().call('GET', `/profiles/${username.toUpperCase()}`)
    expect([status, body]).to.deep.equal([200, { profile: { username, bio: null, image: null, following: false } }])
  })

  it('are followed by the one who asks, as often as he asks, and by nobody else', async () => {
    const [reader, other, { username }] = await Promise.all([1, 2, 3].map(() => conduit().register()))
    const isFollowed = async (token: string) => {
      const { body } = await conduit().call('GET', `/profiles/${username}`, { token })
      return body.profile.following
    }
    for (const _ of [1, 2]) {
      const { status, body } = await conduit().call('POST', `/profiles/${username}/follow`, { token: reader.token })
      expect([status, body.profile.following]).to.deep.equal([200, true])
    }
    expect([await isFollowed(reader.token), await isFollowed(other.token)]).to.deep.equal([true, false])
    for (const _ of [1, 2]) {
      const { status, body } = await conduit().call('DELETE', `/profiles/${username}/follow`, { token: reader.token })
      expect([status, body.profile.following]).to.deep.equal([200, false])
    }
    expect(await isFollowed(reader.token)).to.equal(false)
  })

  it('of unknown users are not found', async () => {
    const { token } = await conduit().register()
    const answers = [
      await conduit().call('GET', '/profiles/nobody-at-all'),
      await conduit().call('POST', '/profiles/nobody-at-all/follow', { token }),
      await conduit().call('DELETE', '/profiles/nobody-at-all/follow', { token }),
    ]
    for (const { status, body } of answers) {
      expect([status, body]).to.deep.equal([404, { errors: { profile: ['not found'] } }])
    }
  })
})
