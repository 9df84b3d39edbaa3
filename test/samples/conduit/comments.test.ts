import { expect } from 'chai'
import { describeConduit } from './conduit.js'

describeConduit('conduit, comments', (conduit) => {
  const comment = (slug: string, token: string, body: unknown = 'Well said') =>
    conduit().call('POST', `/articles/${slug}/comments`, { token, body: { comment: { body } } })

  it('are added with their author and times, and read by anybody, the oldest first', async () => {
    const author = await conduit().register()
    const { slug } = await conduit().publish(author)
    const first = await comment(slug, author.token)
    expect(first.status).to.equal(201)
    const { id, createdAt, ...rest } = first.body.comment
    expect(id).to.be.a('number')
    expect(createdAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(rest).to.deep.equal({
      updatedAt: createdAt,
      body: 'Well said',
      author: { username: author.username, bio: null, image: null, following: false },
    })
    const second = await comment(slug, author.token, 'Indeed')
    const { status, body } = await conduit().call('GET', `/articles/${slug}/comments`)
    expect([status, body]).to.deep.equal([200, { comments: [first.body.comment, second.body.comment] }])
  })

  it('cost one query in any number', async () => {
    const author = await conduit().register()
    const { slug } = await conduit().publish(author)
    const cost = () => conduit().queriesOf(() => conduit().call('GET', `/articles/${slug}/comments`))
    await comment(slug, author.token)
    const one = await cost()
    await Promise.all(Array.from({ length: 5 }, () => comment(slug, author.token)))
    expect([one, await cost()]).to.deep.equal([2, 2]) // the article, and they
  })

  it('need a body', async () => {
    const author = await conduit().register()
    const { slug } = await conduit().publish(author)
    const { status, body } = await comment(slug, author.token, '')
    expect([status, body]).to.deep.equal([422, { errors: { body: ["can't be blank"] } }])
  })

  it('are deleted by their author alone, one at a time', async () => {
    const [author, other] = [await conduit().register(), await conduit().register()]
    const { slug } = await conduit().publish(author)
    const { id } = (await comment(slug, other.token)).body.comment
    await comment(slug, author.token, 'stays')
    const path = `/articles/${slug}/comments/${id}`
    const refused = await conduit().call('DELETE', path, { token: author.token })
    expect([refused.status, refused.body]).to.deep.equal([403, { errors: { comment: ['forbidden'] } }])
    const removed = await conduit().call('DELETE', path, { token: other.token })
    expect([removed.status, removed.body]).to.deep.equal([204, ''])
    const left = (await conduit().call('GET', `/articles/${slug}/comments`)).body.comments
    expect(left.map(({ body }: { body: string }) => body)).to.deep.equal(['stays'])
    expect((await conduit().call('DELETE', path, { token: other.token })).body).to.deep.equal({
      errors: { comment: ['not found'] },
    })
  })

  it('are found under their own article only', async () => {
    const author = await conduit().register()
    const [{ slug }, other] = [await conduit().publish(author), await conduit().publish(author)]
    const { id } = (await comment(slug, author.token)).body.comment
    const { status } = await conduit().call('DELETE', `/articles/${other.slug}/comments/${id}`, { token: author.token })
    expect(status).to.equal(404)
  })

  it('go with their article', async () => {
    const author = await conduit().register()
    const { slug } = await conduit().publish(author)
    await comment(slug, author.token)
    expect((await conduit().call('DELETE', `/articles/${slug}`, { token: author.token })).status).to.equal(204)
  })
})
