import { Controller, Get, Module } from 'alcove'
import { expect } from 'chai'
import { bootFailure } from './boot-failure.js'

describe('the place in an error about a declaration', () => {
  const { prepareStackTrace } = Error

  afterEach(() => {
    Error.prepareStackTrace = prepareStackTrace as NonNullable<typeof prepareStackTrace>
  })

  it('is a line of the application also where bun calls the decorators', async () => {
    // Bun has a function of its own in the place of __decorate.
    const frameOf = (site: NodeJS.CallSite) =>
      `    at ${/^__decorate\b/.test(`${site}`) ? 'ie (bun:wrap:1:2028)' : site}`
    Error.prepareStackTrace = (error, sites) => [`${error}`, ...sites.map(frameOf)].join('\n')
    @Controller()
    class Reads {
      @Get('/notes/{id}') read() {
        return 'a note'
      }
    }
    @Module({ controllers: [Reads] })
    class Root {}
    expect((await bootFailure(Root)).declaredAt).to.match(/places\.test\.[jt]s:\d+:\d+$/)
  })
})
