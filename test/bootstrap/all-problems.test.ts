import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  Body,
  bootstrap,
  type Class,
  Controller,
  Delete,
  Get,
  type Instance,
  Module,
  NotFoundHandler,
  Param,
  PluginWrapped,
  Query,
  Schema,
} from 'alcove'
import { expect } from 'chai'

interface Problem {
  readonly code: string
  readonly message: string
}

/** The problems that a tool such as `alcove check` gets. */
async function problemsOf(Root: Class): Promise<Problem[]> {
  const found: Problem[] = []
  const report = (problem: unknown) => void found.push(problem as Problem) // errors with a code
  const collect = (message: unknown) => {
    Object(message).findings = { report, withdraw: () => {}, unseen: () => {}, warn: null }
  }
  subscribe('alcove.created', collect)
  const app = bootstrap(Root, { logger: false })
  unsubscribe('alcove.created', collect)
  await app.ready().catch(() => undefined)
  await app.close().catch(() => undefined)
  return found
}

async function codesOf(Root: Class): Promise<string[]> {
  return (await problemsOf(Root)).map(({ code }) => code)
}

describe('A tool gets one problem for one mistake:', () => {
  it('two not-found handlers of one module', async () => {
    @Module()
    class Two {
      @NotFoundHandler() one() {
        return 1
      }
      @NotFoundHandler() other() {
        return 2
      }
    }
    expect(await codesOf(Two)).to.deep.equal(['ALC_ERR_DECLARED_TWICE'])
  })

  it('two not-found handlers of a module and its wrapped import', async () => {
    @PluginWrapped()
    @Module()
    class Wrapped {
      @NotFoundHandler() one() {
        return 1
      }
    }
    @Module({ imports: [Wrapped] })
    class Root {
      @NotFoundHandler() other() {
        return 2
      }
    }
    expect(await codesOf(Root)).to.deep.equal(['ALC_ERR_DECLARED_TWICE'])
  })

  it('a not-found handler of a module, and one that it sets in configure', async () => {
    @Module()
    class Root {
      @NotFoundHandler() one() {
        return 1
      }
      configure(instance: Instance) {
        instance.setNotFoundHandler(() => 2)
      }
    }
    expect(await codesOf(Root)).to.deep.equal(['ALC_ERR_NOT_FOUND_HANDLER_ALREADY_SET'])
  })

  it('a path with a character that no path of a request has', async () => {
    @Controller()
    class Search {
      @Get('/search?q=:q') find() {
        return 1
      }
      @Get('/top#first') read() {
        return 2
      }
    }
    @Module({ controllers: [Search] })
    class Root {}
    expect(await codesOf(Root)).to.deep.equal(['ALC_ERR_ROUTE_PATH', 'ALC_ERR_ROUTE_PATH'])
  })

  it('a second schema of a value, with which the type of its parameter does not agree', async () => {
    @Controller()
    class Books {
      @Get('/books')
      @Schema({ querystring: { type: 'object', properties: { page: { type: 'string' } } } })
      list(@Query('page', { type: 'integer' }) page: number) {
        return page
      }
      @Get('/books/:id')
      @Schema({ params: { type: 'object', properties: { id: { type: 'string' } } } })
      read(@Param('id', { type: 'integer' }) id: number, @Query('full') full: boolean) {
        return [id, full]
      }
    }
    @Module({ controllers: [Books] })
    class Root {}
    const problems = await problemsOf(Root)
    expect(problems.map(({ code }) => code)).to.deep.equal([
      'ALC_ERR_SCHEMA_CONFLICT',
      'ALC_ERR_SCHEMA_CONFLICT',
      'ALC_ERR_PARAMETER_TYPE',
    ])
    expect(problems[2]?.message).to.include('the query value "full"')
  })

  it('a class as the body of a method whose bodies are not validated, with the whole fix', async () => {
    class Dto {
      name = ''
    }
    @Controller()
    class Removes {
      @Delete('/x') remove(@Body() dto: Dto) {
        return dto.name
      }
      @Get('/x') read(@Body() dto: Dto) {
        return dto.name
      }
    }
    @Module({ controllers: [Removes] })
    class Root {}
    const [remove, read, ...others] = await problemsOf(Root)
    expect(others).to.deep.equal([])
    expect(remove?.message).to.equal(
      "Parameter 1 of Removes.remove (DELETE /x) is declared as Dto, but no schema converts the body to it. Bodies of DELETE are not validated: declare the parameter as unknown and check the value in the handler. Or call addHttpMethod('DELETE', { hasBody: true }) in a plugin of the root module, and do this: Give a schema: @Body({ type: 'object', properties: { … } })",
    )
    expect(read?.message).to.equal(
      'Parameter 1 of Removes.read (GET /x) is declared as Dto, but no schema converts the body to it. Bodies of GET are not read: take the values from the query, with @Query, or use POST',
    )
  })
})
