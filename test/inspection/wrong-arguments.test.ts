import { createServer } from 'alcove/core'
import {
  compareInspections,
  createOpenApiDocument,
  explainName,
  findRoute,
  inspect,
  readRefusals,
} from 'alcove/inspect'
import { expect } from 'chai'
import { thrownBy } from '../schema/compile.js'

describe('A function of alcove/inspect', () => {
  const server = createServer()
  before(() => server.ready())
  after(() => server.close())

  for (const [name, ask] of Object.entries({ inspect, readRefusals })) {
    for (const given of [undefined, 5, {}, class Root {}]) {
      it(`names what ${name} takes, in the place of ${String(given)}`, () => {
        const error = thrownBy(() => ask(given as never))
        expect(error.code).to.equal('ALC_ERR_DECLARATION_ARGUMENT')
        expect(error.message).to.match(
          /^\w+\(…\) got .+\. Pass an application of bootstrap or an instance of createServer$/,
        )
      })
    }
  }

  const route = () => findRoute(inspect(server), 'GET', '/')
  const calls: Record<string, (given: never) => unknown> = {
    findRoute: (given) => findRoute(given, 'GET', '/'),
    explainName: (given) => explainName(given, route(), 'user'),
    compareInspections: (given) => compareInspections(inspect(server), given),
    createOpenApiDocument: (given) => createOpenApiDocument(given, {}),
  }
  server.get('/', () => 'ok')

  for (const [name, call] of Object.entries(calls)) {
    it(`advises to inspect an application before ${name}`, () => {
      for (const [given, shown] of [
        [server, 'an object'],
        [undefined, 'undefined'],
      ]) {
        const error = thrownBy(() => call(given as never))
        expect(error.code).to.equal('ALC_ERR_DECLARATION_ARGUMENT')
        expect(error.message).to.equal(`${name}(…) got ${shown}. Pass the result of inspect(app)`)
      }
    })
  }
})
