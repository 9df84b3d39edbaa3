import { createServer } from 'alcove/core'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { findRoute } from '#dist/inspect/find.js'

describe('the error for a route that does not exist', () => {
  const cases = [
    ['leaves out wildcard routes', 'PUT', '/api/books', 'There is no route PUT /api/books, but GET /api/books'],
    [
      'names a path like the given one',
      'GET',
      '/api/boks',
      'There is no route GET /api/boks: is GET /api/books meant?',
    ],
    [
      'names a wildcard route if no other fits',
      'GET',
      '/zzzzzzzzzz',
      'There is no route GET /zzzzzzzzzz, but OPTIONS *',
    ],
  ] as const
  for (const [title, method, path, message] of cases) {
    it(title, async () => {
      const server = createServer()
      server.options('*', async () => '')
      server.get('/api/books', async () => [])
      await server.ready()
      expect(() => findRoute(inspect(server), method, path)).to.throw(message)
      await server.close()
    })
  }
})

describe('the route for the path of a request', () => {
  it('is one without a wildcard first, and a star in a pattern is not a wildcard', async () => {
    const server = createServer()
    server.get('/:id(^\\d*$)', async () => '')
    server.get('/:kind/:id', async () => '')
    server.get('/*', async () => '')
    await server.ready()
    const urls = ['/7', '/a/7', '/a/b/c'].map((path) => findRoute(inspect(server), 'GET', path).url)
    expect(urls).to.deep.equal(['/:id(^\\d*$)', '/:kind/:id', '/*'])
  })

  it('is the one that the router chooses, whatever the order of the routes', async () => {
    const paths = ['/:kind/list', '/users/:id', '/:id', '/:name(^(?:a|b)$)', '/:from-:to', '/:kind/*', '/:kind/of/:id?']
    for (const declared of [paths, paths.toReversed()]) {
      const server = createServer()
      for (const path of declared) server.get(path, async () => path)
      await server.ready()
      for (const path of ['/users/list', '/books/list', '/users/7', '/books/7', '/a', '/c', '/1-2', '/a/b/c']) {
        const { body } = await server.inject(path)
        expect(findRoute(inspect(server), 'GET', path).url, path).to.equal(body)
      }
      await server.close()
    }
  })

  it('may leave out the last segment if its parameter is optional', async () => {
    const server = createServer()
    server.get('/pages/:name?', async () => '')
    server.get('/files/:name-*', async () => '')
    await server.ready()
    const urls = ['/pages', '/pages/7', '/files/a-*'].map((path) => findRoute(inspect(server), 'GET', path).url)
    expect(urls).to.deep.equal(['/pages/:name?', '/pages/:name?', '/files/:name-*'])
    expect(() => findRoute(inspect(server), 'GET', '/files/a-b')).to.throw('There is no route GET /files/a-b')
  })
})
