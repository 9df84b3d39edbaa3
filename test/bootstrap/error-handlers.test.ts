import {
  Body,
  bootstrap,
  Controller,
  ErrorHandler,
  Get,
  Module,
  NotFoundHandler,
  Post,
  SchemaErrorFormatter,
} from 'alcove'
import { expect } from 'chai'
import { answerOf, bootError } from './boot.js'

const Body1 = { type: 'object', properties: { a: { type: 'integer' } } } as const

describe('bootstrap: handlers of errors', () => {
  class Base extends Error {}
  class Special extends Base {}

  it('passes what none is for, and what one throws, outwards: route, controller, module, parent', async () => {
    const seen: string[] = []
    @Controller()
    class Thrower {
      @Get('/x', {
        errorHandler: (error) => {
          seen.push('route')
          throw error
        },
      })
      read() {
        throw new Base('thrown')
      }
      @ErrorHandler(TypeError) notMine() {
        seen.push('not mine')
      }
      @ErrorHandler(Base) async mine(error: Error) {
        seen.push('controller')
        throw error
      }
    }
    @Module({ controllers: [Thrower] })
    class Child {
      @ErrorHandler(Special) notMine() {
        seen.push('not mine')
      }
    }
    @Module({ imports: [Child] })
    class App {
      @ErrorHandler() any(error: Error) {
        seen.push('root')
        return { message: error.message }
      }
    }
    expect(await answerOf(App, '/x')).to.deep.equal({ message: 'thrown' })
    expect(seen).to.deep.equal(['route', 'controller', 'root'])
  })

  it('lets a controller format the failures of its own routes', async () => {
    @Controller()
    class Things {
      @SchemaErrorFormatter() format(_failures: unknown, part: string) {
        return new Error(`${part} of things`)
      }
      @Post('/things') create(@Body(Body1) body: object) {
        return body
      }
    }
    @Module({ controllers: [Things] })
    class App {}
    await using app = bootstrap(App)
    const response = await app.inject({ method: 'POST', url: '/things', payload: { a: 'x' } })
    expect(response.json()).to.include({ statusCode: 400, message: 'body of things' })
  })

  it('refuses two formatters or not-found handlers in one context', async () => {
    @Module({ schemaErrorFormatter: () => new Error('one') })
    class Formats {
      @SchemaErrorFormatter() format() {
        return new Error('two')
      }
    }
    expect((await bootError(Formats)).message).to.include('by Formats and by Formats.format')

    @Module({})
    class NotFounds {
      @NotFoundHandler() one() {}
      @NotFoundHandler() two() {}
    }
    expect((await bootError(NotFounds)).message).to.include('by NotFounds.one and by NotFounds.two')
  })
})
