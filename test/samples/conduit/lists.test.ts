import { expect } from 'chai'
import { describeConduit, type Registered, uniqueName } from './conduit.js'

describeConduit('conduit, lists of articles', (conduit) => {
  const list = async (query: string, token?: string) =>
    (await conduit().call('GET', `/articles${query}`, { token })).body
  const titles = ({ articles }: { articles: { title: string }[] }) => articles.map(({ title }) => title)
  const publishAll = async (author: Registered, ...all: readonly object[]) => {
    const published = []
    for (const article of all) published.push(await conduit().publish(author, article))
    return published
  }

  it('show no bodies, and the newest first', async () => {
    const author = await conduit().register()
    const [first, second] = await publishAll(author, {}, {})
    const found = await list(`?author=${author.username}`)
    expect(titles(found)).to.deep.equal([second.title, first.title])
    const { body: _, ...preview } = second
    expect(found.articles[0]).to.deep.equal(preview)
  })

  it('are filtered by tag, author and who likes them, alone and together', async () => {
    const [author, reader] = [await conduit().register(), await conduit().register()]
    const [red, blue] = [uniqueName('red'), uniqueName('blue')]
    const [first, second] = await publishAll(author, { tagList: [red, blue] }, { tagList: [blue] })
    await conduit().call('POST', `/articles/${first.slug}/favorite`, { token: reader.token })
    const found = async (query: string) => titles(await list(query))
    expect(await found(`?tag=${red}`)).to.deep.equal([first.title])
    expect(await found(`?tag=${blue}`)).to.deep.equal([second.title, first.title])
    expect(await found(`?favorited=${reader.username}`)).to.deep.equal([first.title])
    expect(await found(`?favorited=${reader.username}&tag=${blue}&author=${author.username}`)).to.deep.equal([
      first.title,
    ])
    expect(await found(`?favorited=${reader.username}&author=${reader.username}`)).to.deep.equal([])
    expect(await list('?author=nobody-at-all')).to.deep.equal({ articles: [], articlesCount: 0 })
  })

  it('come in pages, with the count of all', async () => {
    const author = await conduit().register()
    const all = await publishAll(author, {}, {}, {})
    const page = async (query: string) => {
      const found = await list(`?author=${author.username}&${query}`)
      return [titles(found), found.articlesCount]
    }
    expect(await page('limit=2')).to.deep.equal([[all[2].title, all[1].title], 3])
    expect(await page('limit=2&offset=2')).to.deep.equal([[all[0].title], 3])
    expect(await page('offset=3')).to.deep.equal([[], 3])
  })

  it('have 20 articles by default, and never more than 100', async () => {
    const author = await conduit().register()
    await Promise.all(Array.from({ length: 21 }, () => conduit().publish(author)))
    const found = await list(`?author=${author.username}`)
    expect([found.articles.length, found.articlesCount]).to.deep.equal([20, 21])
    for (const [query, errors] of [
      ['limit=101', { limit: ['must be <= 100'] }],
      ['limit=0', { limit: ['must be >= 1'] }],
      ['offset=-1', { offset: ['must be >= 0'] }],
      ['limit=many', { limit: ['must be integer'] }],
    ] as const) {
      const { status, body } = await conduit().call('GET', `/articles?${query}`)
      expect([status, body]).to.deep.equal([422, { errors }])
    }
  })

  it('cost as many queries for twenty articles as for one', async () => {
    const [author, reader] = [await conduit().register(), await conduit().register()]
    await conduit().call('POST', `/profiles/${author.username}/follow`, { token: reader.token })
    const tagList = ['a', 'b']
    const cost = (path: string) =>
      conduit().queriesOf(async () => {
        const { body } = await conduit().call('GET', path, { token: reader.token })
        expect(body.articlesCount).to.be.greaterThan(0)
      })
    await conduit().publish(author, { tagList })
    const [listed, fed] = [await cost(`/articles?author=${author.username}`), await cost('/articles/feed')]
    await Promise.all(Array.from({ length: 19 }, () => conduit().publish(author, { tagList })))
    // The user of the token, the articles, their count.
    expect([listed, fed]).to.deep.equal([3, 3])
    expect(await cost(`/articles?author=${author.username}`)).to.equal(3)
    expect(await cost('/articles/feed')).to.equal(3)
  })

  it('show each reader the articles he likes and the authors he follows', async () => {
    const [author, reader] = [await conduit().register(), await conduit().register()]
    const { slug } = await conduit().publish(author)
    await conduit().call('POST', `/profiles/${author.username}/follow`, { token: reader.token })
    await conduit().call('POST', `/articles/${slug}/favorite`, { token: reader.token })
    const seenBy = async (token?: string) => {
      const [article] = (await list(`?author=${author.username}`, token)).articles
      return [article.favorited, article.author.following]
    }
    expect(await seenBy(reader.token)).to.deep.equal([true, true])
    expect(await seenBy(author.token)).to.deep.equal([false, false])
    expect(await seenBy()).to.deep.equal([false, false])
  })

  it('feed a reader with those whom he follows, and nobody else', async () => {
    const [author, other, reader] = await Promise.all([1, 2, 3].map(() => conduit().register()))
    const feed = async (query = '') =>
      (await conduit().call('GET', `/articles/feed${query}`, { token: reader.token })).body
    const [first, second] = await publishAll(author, {}, {})
    await conduit().publish(other)
    expect(await feed()).to.deep.equal({ articles: [], articlesCount: 0 })
    await conduit().call('POST', `/profiles/${author.username}/follow`, { token: reader.token })
    expect(titles(await feed())).to.deep.equal([second.title, first.title])
    const page = await feed('?limit=1&offset=1')
    expect([titles(page), page.articlesCount]).to.deep.equal([[first.title], 2])
    await conduit().call('DELETE', `/profiles/${author.username}/follow`, { token: reader.token })
    expect((await feed()).articlesCount).to.equal(0)
  })
})
