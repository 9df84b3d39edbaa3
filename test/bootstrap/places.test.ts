import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type BootstrapOptions,
  bootstrap,
  type Class,
  type CodedError,
  Controller,
  ErrorHandler,
  Get,
  Inject,
  Module,
  NotFoundHandler,
  requestValue,
  Schema,
  Use,
  ValidationError,
} from 'alcove'
import { createServer } from 'alcove/core'
import { replace } from 'alcove/testing'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'

const Bar = requestValue<string>('bar')

@Controller()
class Asks {
  @Get('/asks')
  read(@Inject(Bar) bar: string) {
    return bar
  }
}

@Controller()
class Inherits extends Asks {}

@Controller()
class Misspells {
  @Get('/misspells')
  @Schema({ querystring: { page: { type: 'integre' as string } } })
  list() {
    return []
  }
}

class Undecorated {}

const here = inRepository('test', 'bootstrap', 'places.test.ts')
const lines = readFileSync(here, 'utf8').split('\n')
const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1

function failureOfServer(options: object): Partial<CodedError> {
  try {
    createServer(options as never)
  } catch (error) {
    return error as CodedError // what it throws for options
  }
  return {}
}

async function failureOf(App: Class, options?: BootstrapOptions): Promise<CodedError> {
  try {
    await bootstrap(App, options).ready()
  } catch (error) {
    return error as CodedError // what a boot rejects with
  }
  throw new Error('it booted')
}

function appWith(controller: Class): Class {
  @Module({ controllers: [controller] })
  class App {}
  return App
}

describe('an error at boot names the line of its declaration', () => {
  it('of a method, for what its parameters ask', async () => {
    const { declaredAt } = await failureOf(appWith(Asks))
    expect(declaredAt).to.match(new RegExp(`^${here}:${lineOf('read(@Inject(Bar)')}:\\d+$`))
  })

  it('of a method that a controller inherits', async () => {
    const { declaredAt } = await failureOf(appWith(Inherits))
    expect(declaredAt).to.contain(`${here}:${lineOf('read(@Inject(Bar)')}:`)
  })

  it('of a method, for its schema', async () => {
    const { declaredAt, code } = await failureOf(appWith(Misspells))
    expect(code).to.equal('FST_ERR_SCH_VALIDATION_BUILD')
    expect(declaredAt).to.contain(`${here}:${lineOf('list() {')}:`)
  })

  it('of a module, for what it lists', async () => {
    @Module({ imports: [Undecorated] })
    class Lists {}
    const { declaredAt } = await failureOf(Lists)
    expect(declaredAt).to.contain(`${here}:${lineOf('class Lists {}')}:`)
  })

  it('of a module that lists a class without a decorator, for the parameters of that class', async () => {
    class Bare {
      constructor(readonly bar: string) {}
    }
    @Module({ providers: [Bare] })
    class ListsBare {}
    const { declaredAt, code } = await failureOf(ListsBare)
    expect(code).to.equal('ALC_ERR_INJECTION_UNKNOWN')
    expect(declaredAt).to.contain(`${here}:${lineOf('class ListsBare {}')}:`)
  })

  it('of the second of two error handlers for one type, in a module, a controller or a class for @Use', async () => {
    class Handlers {
      @ErrorHandler(ValidationError) first() {}
      @ErrorHandler(ValidationError) second() {}
    }
    @Module({})
    class Twins extends Handlers {}
    @Controller()
    class TwinController extends Handlers {
      @Get('/twins') read() {}
    }
    @Use(Handlers)
    @Module({})
    class Uses {}
    for (const App of [Twins, appWith(TwinController), Uses]) {
      const { code, message, declaredAt } = await failureOf(App)
      expect(code).to.equal('ALC_ERR_DECLARED_TWICE')
      expect(message).to.match(/^The handler of ValidationError is declared twice .*\.first and by \w+\.second\./)
      expect(declaredAt).to.contain(`${here}:${lineOf('@ErrorHandler(ValidationError) second')}:`)
    }
  })

  it('of the second of two handlers for paths without a route', async () => {
    @Module({})
    class Twins {
      @NotFoundHandler() first() {}
      @NotFoundHandler() second() {}
    }
    const { message, declaredAt } = await failureOf(Twins)
    expect(message).to.match(/^The not-found handler is declared twice .* by Twins.first and by Twins.second\./)
    expect(declaredAt).to.contain(`${here}:${lineOf('@NotFoundHandler() second')}:`)
  })

  it('of a route of the core, where it was declared', async () => {
    const server = createServer()
    server.get('/', { schema: { params: { $ref: 'nowhere#' } } }, () => 'never')
    const error = (await Promise.resolve(server.ready()).then(null, (failure) => failure)) as CodedError // it rejects
    expect(error.declaredAt).to.contain(`${here}:${lineOf("$ref: 'nowhere#'")}:`)
  })

  it('by the compiled line where no source map names another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alcove places (here) '))
    const file = join(folder, 'plain.mjs')
    writeFileSync(
      file,
      "export const declare = (server) =>\n  server.get('/', { schema: { params: { $ref: 'nowhere#' } } }, () => 'never')\n",
    )
    const { declare } = await import(pathToFileURL(file).href)
    const server = createServer()
    declare(server)
    const error = (await Promise.resolve(server.ready()).then(null, (failure) => failure)) as CodedError // it rejects
    await rm(folder, { recursive: true })
    expect(error.declaredAt).to.equal(`${file}:2:10`)
  })

  it('at the head of its stack, with the line itself, and with nothing of what runs inside', async () => {
    const { stack = '', message } = await failureOf(appWith(Asks))
    const line = lineOf('read(@Inject(Bar)')
    expect(stack).to.contain(`AlcoveError [ALC_ERR_VALUE_INVISIBLE]: ${message}\n    at Asks.read (${here}:${line}:`)
    expect(stack).to.contain(`> ${line} | read(@Inject(Bar) bar: string) {`)
    expect(stack).to.contain(`more: ${inRepository('docs/errors/ALC_ERR_VALUE_INVISIBLE.md')}`)
    for (const inside of [inRepository('dist'), inRepository('src'), 'node:', 'avvio'])
      expect(stack).to.not.contain(inside)
  })

  it('which is the call of bootstrap if no declaration caused it', async () => {
    const call = `${here}:${lineOf('await bootstrap(App, options).ready()')}:`
    @Module()
    class Fine {}
    @Module()
    class Unused {}
    const failures: [string, Class, BootstrapOptions][] = [
      ['ALC_ERR_MODULE_UNDECORATED', Undecorated, {}],
      ['ALC_ERR_OVERRIDE_UNUSED', Fine, { override: [replace(Unused, Fine)] }],
      ['FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', Fine, { bodyLimit: 'much' as never }],
      ['FST_ERR_INIT_OPTS_INVALID', Fine, { override: 1 as never }],
    ]
    for (const [expected, App, options] of failures) {
      const { code, declaredAt, stack = '' } = await failureOf(App, options)
      expect(code).to.equal(expected)
      expect(declaredAt, code).to.contain(call)
      expect(stack, code).to.contain(`    at bootstrap(…) (${call}`)
      for (const inside of [inRepository('dist'), inRepository('src')]) expect(stack, code).to.not.contain(inside)
    }
  })

  it('which is the call of createServer for its options', () => {
    const call = `${here}:${lineOf('createServer(options as never)')}:`
    const failures: [string, object][] = [
      ['FST_ERR_ROUTE_BODY_LIMIT_OPTION_NOT_INT', { bodyLimit: 'much' }],
      ['ALC_ERR_OPTION_UNKNOWN', { bodyLimits: 1 }],
      ['ALC_ERR_VALIDATOR_KEYWORDS', { validatorengine: { customOptions: { keywords: 'even' } } }],
      ['FST_ERR_LOG_INVALID_DESTINATION', { logger: { stream: process.stdout, file: 'a.log' } }],
    ]
    for (const [expected, options] of failures) {
      const { code, declaredAt, stack = '' } = failureOfServer(options)
      expect(code).to.equal(expected)
      expect(declaredAt, code).to.contain(call)
      expect(stack, code).to.contain(`    at createServer(…) (${call}`)
      for (const inside of [inRepository('dist'), inRepository('src')]) expect(stack, code).to.not.contain(inside)
    }
  })

  it('which is the module that lists a controller without a decorator', async () => {
    @Module({ controllers: [Undecorated] })
    class ListsUndecorated {}
    const { code, declaredAt, stack = '' } = await failureOf(ListsUndecorated)
    expect(code).to.equal('ALC_ERR_CONTROLLER_UNDECORATED')
    expect(declaredAt).to.contain(`${here}:${lineOf('class ListsUndecorated {}')}:`)
    expect(stack).to.not.contain(inRepository('dist'))
  })

  it('once, when node prints it', async () => {
    const { stderr, stdout } = await runCommand('node', [inRepository('build/test/bootstrap/fixtures/failing.js')], {
      cwd: inRepository(),
    })
    expect(`${stdout}${stderr}`.match(/injects request value "bar"/g)).to.have.length(1)
    expect(stderr).to.contain('    at Two.read (').and.contain('test/bootstrap/fixtures/failing.ts:9:3)')
    expect(stderr).to.contain('> 9 | read(@Inject(Bar) bar: string) {')
  })
})

describe('an error of a request', () => {
  it('has no such line: it is about what was sent', async () => {
    const server = createServer()
    let seen: CodedError | null = null
    server.setErrorHandler((error, _request, reply) => {
      seen = error as CodedError // a failed validation is one
      reply.send('refused')
    })
    server.get('/', { schema: { querystring: { page: { type: 'integer' } } } }, () => 'never')
    await server.inject('/?page=x')
    expect(seen).to.be.instanceOf(Error).and.not.have.property('declaredAt')
    await server.close()
  })
})
