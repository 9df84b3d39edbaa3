import { createServer } from 'alcove/core'
import { inspect } from 'alcove/inspect'
import { createOpenApiDocument } from 'alcove/openapi'
import { expect } from 'chai'

describe('the OpenAPI document of a path', () => {
  const paths: Record<string, { path: string; written: string[]; found: string[] }> = {
    'has two for an optional last segment': {
      path: '/pages/:name?',
      written: ['/pages', '/pages/{name}'],
      found: ['/pages', '/pages/7'],
    },
    'leaves out the whole last segment, also with several parameters': {
      path: '/of/:kind-:name?',
      written: ['/of', '/of/{kind}-{name}'],
      found: ['/of', '/of/a-7'],
    },
    'has a star behind a parameter as a text': {
      path: '/files/:name-*',
      written: ['/files/{name}-*'],
      found: ['/files/a-*'],
    },
    'has one parameter where no character ends the name': {
      path: '/at/:lat:lng',
      written: ['/at/{lat:lng}'],
      found: ['/at/7'],
    },
  }
  for (const [title, { path, written, found }] of Object.entries(paths)) {
    it(`${title}: ${path}`, async () => {
      const server = createServer({ exposeHeadRoutes: false })
      server.get(path, async () => 'found')
      for (const url of found) expect((await server.inject(url)).body, url).to.equal('found')
      const document = createOpenApiDocument(inspect(server), {})
      expect(Object.keys(document.paths)).to.deep.equal(written)
      await server.close()
    })
  }
})
