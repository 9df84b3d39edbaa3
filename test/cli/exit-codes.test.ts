import { Validator } from '@seriousme/openapi-schema-validator'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { alcove, alcoveOf } from './command-line.js'

describe('the command line', function () {
  this.timeout(60_000)

  it('is a program of the package', async () => {
    const program = inRepository('dist', 'bundles', 'main.js')
    const entry = inRepository('build', 'test', 'cli', 'fixtures', 'core.js')
    const { status, stdout } = await runCommand(process.execPath, [program, 'check', '--entry', entry], {
      cwd: inRepository('test', 'cli'),
    })
    expect([status, stdout]).to.deep.equal([0, 'no problems: 2 contexts, 1 route\n'])
  })

  const commandLines: readonly (readonly [title: string, args: string, status: number, told: RegExp])[] = [
    ['ends with 0 where there is help', '--help', 0, /^$/],
    ['ends with 2 for a command that it does not know, and names one like it', 'tre', 2, /Did you mean tree/],
    [
      'names the option for the file of the application',
      'check src/main.ts',
      2,
      /too many arguments[\s\S]+--entry src/,
    ],
    ['ends with 2 for an option that it does not know', 'tree --jsn', 2, /Did you mean --json/],
    [
      'ends with 2 for a route that is not there, and names one like it',
      'explain GET /shop/itms',
      2,
      /is GET \/shop\/items meant\?/,
    ],
    [
      'ends with 2 for a method that a path does not have',
      'explain PUT /shop/items',
      2,
      /but GET \/shop\/items or POST \/shop\/items/,
    ],
    [
      'ends with 2 for a name that nothing has, and names one like it',
      'explain GET /shop/items baskt',
      2,
      /did you mean "basket"\?/,
    ],
    ['says of a name that every request has that it does', 'explain GET /shop/items query', 2, /request\.query/],
    ['ends with 0 where it can say that a route does not see a name', 'explain GET /shop/items basket', 0, /^$/],
  ]
  for (const [title, args, status, told] of commandLines) {
    it(title, async () => {
      const ran = await (args.startsWith('explain') ? alcoveOf('shop', args.split(' ')) : alcove(args.split(' ')))
      expect(ran.status).to.equal(status)
      expect(ran.stderr).to.match(told)
    })
  }

  it('reports all that a constructor lacks, and a hook that cannot run with its method', async () => {
    const { status, stdout, stderr } = await alcoveOf('broken-constructor', ['check'])
    expect(status).to.equal(1)
    expect(stdout + stderr)
      .to.contain('provider Store')
      .and.to.contain('context value "region"')
      .and.to.match(/The async onRequest hook App\.open has a 'done' parameter[\s\S]*?at \S*broken-constructor\.ts:16:/)
  })

  it('ends with 1 where there are problems, for every command', async () => {
    for (const command of ['tree', 'routes', 'explain GET /a', 'openapi', 'check']) {
      const { status, stdout, stderr } = await alcoveOf('broken', command.split(' '))
      expect([command, status]).to.deep.equal([command, 1])
      expect(stdout + stderr)
        .to.contain('ALC_ERR_MODULE_UNDECORATED')
        .and.to.contain('Reads.b (GET /b)')
    }
  })

  it('explains the route of a path as a request has it', async () => {
    const { stdout } = await alcoveOf('shop', ['explain', 'get', '/shop/items/7?a=1'])
    expect(stdout).to.match(/^GET \/shop\/items\/:id /)
  })

  it('lists the routes without a guard and without @Public', async () => {
    const { stdout } = await alcoveOf('shop', ['routes', '--unguarded', '--json'])
    const unguarded = JSON.parse(stdout).map((route: { id: string }) => route.id)
    const all = JSON.parse((await alcoveOf('shop', ['routes', '--json'])).stdout).map(
      (route: { id: string }) => route.id,
    )
    expect(unguarded).to.include('GET /shop/items').and.not.to.include('POST /shop/items')
    expect(all).to.include.members([...unguarded, 'POST /shop/items'])
  })

  it('reports that an application has no unguarded routes', async () => {
    const { stdout } = await alcoveOf('guarded', ['routes', '--unguarded'])
    expect(stdout).to.equal('no unguarded routes\n')
  })

  it('has no colours with NO_COLOR, and has them with FORCE_COLOR', async () => {
    const plain = await alcoveOf('core', ['tree'], { columns: 80, env: { NO_COLOR: '1' } })
    const coloured = await alcoveOf('core', ['tree'], { env: { FORCE_COLOR: '1' } })
    expect([plain.stdout, coloured.stdout].map((text) => text.includes('\u001b['))).to.deep.equal([false, true])
  })

  for (const fixture of ['shop', 'core', 'documented']) {
    it(`writes an OpenAPI document that is valid: ${fixture}`, async () => {
      const { stdout } = await alcoveOf(fixture, ['openapi'])
      const { valid, errors } = await new Validator().validate(JSON.parse(stdout))
      expect(errors).to.equal(undefined)
      expect(valid).to.equal(true)
    })
  }
})
