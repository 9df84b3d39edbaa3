import { expect } from 'chai'
import { createServer } from '#dist/core.js'
import { bootWarnings } from '#dist/server/warnings/boot-warnings.js'

describe('warnings of the paths of routes of the core', () => {
  it('name paths that match other requests than they show, and parameters in the form of other frameworks', async () => {
    const server = createServer()
    for (const path of [
      '/books/:id(\\d+)?',
      '/pages/:id#top',
      '/:id/x/:id',
      '/users/{id}',
      '/files/<int:id>',
      '/my%20files',
      '/:id(^%20$)',
      '/fine/:id?',
      '/::id/:x',
    ]) {
      server.get(path, () => '')
    }
    await server.ready()
    expect(bootWarnings(server).map(({ subject, message }) => `${subject}: ${message}`)).to.deep.equal([
      'GET /books/:id(\\d+)?, path: a parameter with a pattern cannot be optional. Declare two routes, one with the parameter and one without it.',
      'GET /pages/:id#top, path: the path of a request has no "#". Write the path only, and declare the query with @Query or the querystring schema.',
      'GET /:id/x/:id, path: it has two parameters ":id", and the first one is lost. Rename one.',
      'GET /users/{id}, path: "/{id}" is plain text, and not a parameter. Write "/:id".',
      'GET /files/<int:id>, path: "/<int:id>" is plain text, and not a parameter. Write "/:id".',
      'GET /my%20files, path: "%20" is a text, because the router decodes the paths of requests. Write the character itself. A parameter can have a "/" as its value.',
    ])
  })
})
