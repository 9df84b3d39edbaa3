import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { writeClient } from '#dist/inspect/client-file.js'
import { inRepository } from '../../support/repository.js'
import { describeConduit, uniqueName } from './conduit.js'

/** A story that uses most of the API through the typed client: the status of an answer decides its type. */
describeConduit('conduit, its typed client', (conduit) => {
  let address: string | undefined

  const transports = [
    ['over inject', async () => undefined],
    ['over a socket', async () => (address ??= await conduit().app.listen({ port: 0 }))],
  ] as const

  for (const [title, open] of transports) {
    it(`publishes, comments, follows and deletes, ${title}`, async () => {
      const at = await open()
      const anybody = conduit().client(undefined, at)
      const [ann, bob] = [await conduit().register('ann'), await conduit().register('bob')]
      const [author, reader] = [conduit().client(ann.token, at), conduit().client(bob.token, at)]

      const article = { title: uniqueName('A title'), description: 'About', body: 'Text', tagList: ['client'] }
      const published = await author.authors.publish({ body: { article } })
      if (published.status !== 201) throw new Error(JSON.stringify(published.body))
      const { slug } = published.body.article

      const commented = await reader.commentator.add({ params: { slug }, body: { comment: { body: 'Well said' } } })
      if (commented.status !== 201) throw new Error(JSON.stringify(commented.body))
      const comments = await anybody.comment.list({ params: { slug } })
      expect([comments.status, comments.body]).to.deep.equal([200, { comments: [commented.body.comment] }])

      await reader.follow.follow({ params: { username: ann.username } })
      const feed = await reader.authors.feed({ query: { limit: 1 } })
      if (feed.status !== 200) throw new Error(JSON.stringify(feed.body))
      expect(feed.body.articles.map(({ slug, author }) => [slug, author.following])).to.deep.equal([[slug, true]])

      const { id } = commented.body.comment
      const refused = await author.commentator.remove({ params: { slug, id } })
      expect([refused.status, refused.body]).to.deep.equal([403, { errors: { comment: ['forbidden'] } }])
      const gone = await author.authors.withdraw({ params: { slug } })
      expect([gone.status, gone.body]).to.deep.equal([204, undefined])
      expect((await anybody.article.read({ params: { slug } })).status).to.equal(404)
    })

    it(`gives refusals in the form of the specification, ${title}`, async () => {
      const at = await open()
      const anybody = conduit().client(undefined, at)
      const invalid = await anybody.users.register({ body: { user: { username: '', email: 'x', password: '' } } })
      expect(invalid.status).to.equal(422)
      if (invalid.status !== 201)
        expect(Object.keys(invalid.body.errors)).to.have.members(['username', 'email', 'password'])
      const nobody = await anybody.currentUser.read()
      expect([nobody.status, nobody.body]).to.deep.equal([401, { errors: { token: ['is missing'] } }])
    })
  }

  it('is the one that alcove client writes of the API today', async () => {
    const { body } = await conduit().call('GET', '/openapi.json')
    const file = inRepository('samples', 'conduit', 'client.ts')
    if (process.env.ALCOVE_GOLDEN === 'write') await writeFile(file, writeClient(body))
    expect(writeClient(body)).to.equal(await readFile(file, 'utf8'))
  })
})
