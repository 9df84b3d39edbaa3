import { expect } from 'chai'
import { describeConduit, uniqueName } from './conduit.js'

describeConduit('conduit, articles', (conduit) => {
  it('are published with all that the specification shows, tags in the order of the alphabet', async () => {
    const author = await conduit().register()
    const title = uniqueName('How to train')
    const article = { title, description: 'You ask', body: 'With care', tagList: ['training', 'dragons', 'training'] }
    const { status, body } = await conduit().call('POST', '/articles', { token: author.token, body: { article } })
    expect(status).to.equal(201)
    const { createdAt, updatedAt, ...rest } = body.article
    expect(createdAt).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(updatedAt).to.equal(createdAt)
    expect(rest).to.deep.equal({
      slug: title.toLowerCase().replaceAll(' ', '-'),
      title,
      description: 'You ask',
      body: 'With care',
      tagList: ['dragons', 'training'],
      favorited: false,
      favoritesCount: 0,
      author: { username: author.username, bio: null, image: null, following: false },
    })
    const read = await conduit().call('GET', `/articles/${rest.slug}`)
    expect([read.status, read.body]).to.deep.equal([200, body])
  })

  it('may have the title of another, and get a slug of their own', async () => {
    const author = await conduit().register()
    const title = uniqueName('Same')
    const articles = await Promise.all(Array.from({ length: 6 }, () => conduit().publish(author, { title })))
    expect(new Set(articles.map(({ slug }) => slug)).size).to.equal(6)
    expect(articles.map((article) => article.title)).to.deep.equal(Array(6).fill(title))
  })

  for (const title of ['feed', 'Über die Drachen!', 'Ёлки и драконы', '龍の育て方', '!?', 'a/b%20c', 'x'.repeat(200)]) {
    it(`called ${title.slice(0, 20)} are found under their slug`, async () => {
      const author = await conduit().register()
      const { slug } = await conduit().publish(author, { title })
      const { status, body } = await conduit().call('GET', `/articles/${encodeURIComponent(slug)}`)
      expect([status, body.article?.title]).to.deep.equal([200, title])
    })
  }

  it('need a title, a description and a body, and have bounds', async () => {
    const { token } = await conduit().register()
    const publish = async (article: object) =>
      (await conduit().call('POST', '/articles', { token, body: { article } })).body
    const blank = ["can't be blank"]
    expect(await publish({ title: '' })).to.deep.equal({ errors: { title: blank, description: blank, body: blank } })
    const errors = (await publish({ title: 'a', description: 'b', body: 'c', tagList: Array(21).fill('tag') })).errors
    expect(errors).to.deep.equal({ tagList: ['has too many entries (maximum is 20)'] })
    expect(await publish({ title: 'a', description: 'b', body: 'c', tagList: [''] })).to.deep.equal({
      errors: { tagList: blank },
    })
  })

  it('keep what a change does not name', async () => {
    const author = await conduit().register()
    const before = await conduit().publish(author, { tagList: ['dragons'] })
    const { status, body } = await conduit().call('PUT', `/articles/${before.slug}`, {
      token: author.token,
      body: { article: { body: 'Changed' } },
    })
    expect(status).to.equal(200)
    expect(body.article).to.deep.equal({ ...before, body: 'Changed', updatedAt: body.article.updatedAt })
    expect(body.article.updatedAt > before.updatedAt).to.equal(true)
  })

  it('lose their tags to an empty list, and not to null', async () => {
    const author = await conduit().register()
    const { slug } = await conduit().publish(author, { tagList: ['dragons'] })
    const change = (tagList: unknown) =>
      conduit().call('PUT', `/articles/${slug}`, { token: author.token, body: { article: { tagList } } })
    expect((await change(null)).status).to.equal(422)
    expect((await change(['b', 'a'])).body.article.tagList).to.deep.equal(['a', 'b'])
    expect((await change([])).body.article.tagList).to.deep.equal([])
  })

  it('get a new slug with a new title, and keep theirs with one that has the same words', async () => {
    const author = await conduit().register()
    const { slug, title } = await conduit().publish(author)
    const rename = async (path: string, to: string) =>
      (await conduit().call('PUT', `/articles/${path}`, { token: author.token, body: { article: { title: to } } })).body
    expect((await rename(slug, `${title}!`)).article.slug).to.equal(slug)
    const renamed = (await rename(slug, uniqueName('Another'))).article.slug
    expect(renamed).to.match(/^another-\d+$/)
    expect((await conduit().call('GET', `/articles/${slug}`)).status).to.equal(404)
    const { slug: third, title: taken } = await conduit().publish(author)
    expect((await rename(renamed, taken)).article.slug).to.match(new RegExp(`^${third}-[0-9a-f]{8}$`))
  })

  it('are changed and deleted by their author alone', async () => {
    const [author, other] = [await conduit().register(), await conduit().register()]
    const { slug } = await conduit().publish(author)
    const change = { token: other.token, body: { article: { body: 'Mine now' } } }
    for (const { status, body } of [
      await conduit().call('PUT', `/articles/${slug}`, change),
      await conduit().call('DELETE', `/articles/${slug}`, { token: other.token }),
    ]) {
      expect([status, body]).to.deep.equal([403, { errors: { article: ['forbidden'] } }])
    }
    const removed = await conduit().call('DELETE', `/articles/${slug}`, { token: author.token })
    expect([removed.status, removed.body]).to.deep.equal([204, ''])
    expect((await conduit().call('GET', `/articles/${slug}`)).status).to.equal(404)
  })

  it('take nothing but what their author may set', async () => {
    const [author, other] = [await conduit().register(), await conduit().register()]
    const theirs = await conduit().publish(other)
    const more = { slug: theirs.slug, id: 1, author_id: 1, favoritesCount: 9, createdAt: '2000-01-01T00:00:00Z' }
    const article = await conduit().publish(author, more)
    const body = { article: { ...more, author: { username: other.username } } }
    const changed = await conduit().call('PUT', `/articles/${article.slug}`, { token: author.token, body })
    const { updatedAt } = changed.body.article
    expect(changed.body.article).to.deep.equal({ ...article, updatedAt })
    expect([article.slug === theirs.slug, article.favoritesCount]).to.deep.equal([false, 0])
  })

  it('that are not there are not found', async () => {
    const { token } = await conduit().register()
    for (const [method, path] of [
      ['GET', '/articles/none'],
      ['PUT', '/articles/none'],
      ['DELETE', '/articles/none'],
      ['POST', '/articles/none/favorite'],
      ['DELETE', '/articles/none/favorite'],
      ['GET', '/articles/none/comments'],
      ['DELETE', '/articles/none/comments/1'],
    ] as const) {
      const { status, body } = await conduit().call(method, path, {
        token,
        body: method === 'PUT' ? { article: {} } : undefined,
      })
      expect([status, body]).to.deep.equal([404, { errors: { article: ['not found'] } }])
    }
  })

  it('are favorites of many, each counted once', async () => {
    const [author, reader] = [await conduit().register(), await conduit().register()]
    const { slug } = await conduit().publish(author)
    const path = `/articles/${slug}/favorite`
    await Promise.all(Array.from({ length: 5 }, () => conduit().call('POST', path, { token: reader.token })))
    const { body } = await conduit().call('POST', path, { token: author.token })
    expect([body.article.favorited, body.article.favoritesCount]).to.deep.equal([true, 2])
    const less = (await conduit().call('DELETE', path, { token: author.token })).body.article
    expect([less.favorited, less.favoritesCount]).to.deep.equal([false, 1])
    const seen = (await conduit().call('GET', `/articles/${slug}`)).body.article
    expect([seen.favorited, seen.favoritesCount]).to.deep.equal([false, 1])
  })

  it('can be deleted while others like them and comment on them: those get 404', async () => {
    const [author, reader] = [await conduit().register(), await conduit().register()]
    const { token } = reader
    const seen = new Set<number>()
    for (let round = 0; round < 10; round += 1) {
      const { slug } = await conduit().publish(author)
      const like = () => conduit().call('POST', `/articles/${slug}/favorite`, { token })
      const comment = () =>
        conduit().call('POST', `/articles/${slug}/comments`, { token, body: { comment: { body: 'Well said' } } })
      const withdraw = () => conduit().call('DELETE', `/articles/${slug}`, { token: author.token })
      const all = await Promise.all([like(), comment(), like(), withdraw(), comment(), like(), comment(), like()])
      for (const { status } of all) seen.add(status)
    }
    expect([200, 201, 204, 404]).to.include.members([...seen])
  })

  it('have their tags in the list of tags', async () => {
    const author = await conduit().register()
    const tag = uniqueName('tag')
    await conduit().publish(author, { tagList: [tag] })
    const { status, body } = await conduit().call('GET', '/tags')
    expect(status).to.equal(200)
    expect(body.tags).to.include(tag)
  })
})
