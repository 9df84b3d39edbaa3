import { createServer } from 'alcove/core'
import { inspect } from 'alcove/inspect'
import { expect } from 'chai'
import { alcove, type Screen } from './command-line.js'

/** Moves the cursor, clears the screen, hides text, forges a line, turns the direction of a text. */
const hostile = '\u001b[2J\u001b[8m\r\nroot\u009b1A\u202e\u007f'

async function load(): ReturnType<NonNullable<Screen['load']>> {
  const server = createServer()
  server.register(
    Object.assign(async (child: typeof server) => void child.decorate(`value${hostile}`, 1), {
      [Symbol.for('fastify.display-name')]: `plugin${hostile}`,
    }),
  )
  Object.defineProperty(handler, 'name', { value: `handler${hostile}` })
  server.get('/route', { schema: { summary: hostile, description: hostile, tags: [hostile] } }, handler)
  await server.ready()
  const inspection = inspect(server)
  await server.close()
  const problem = { ...nothing, message: `broken ${hostile}`, at: `file${hostile}`, causes: [`cause${hostile}`] }
  const warning = { ...about, subject: `GET /${hostile}`, message: `lost ${hostile}`, place: `file${hostile}` }
  return { inspection, problems: [problem], unseen: [], warnings: [warning], written: null, made: null }
}

function handler() {
  return 'here'
}

const about = { route: null, part: null, at: null, key: null }
const nothing = { code: null, help: null, from: null, doubt: null }

describe('control characters in names of an application', () => {
  const texts = ['tree', 'routes', 'tree root', 'routes --depth 0', 'explain GET /route', 'check', 'client', 'openapi']
  const json = ['tree --json', 'explain GET /route --json', 'client --json']
  for (const command of [...texts, ...json])
    it(`are written as escapes by ${command}`, async () => {
      const args = [...command.split(' '), '--entry', 'fixtures/core.ts', '--no-build']
      const { stdout, stderr } = await alcove(args, { load })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be written
      expect(stdout + stderr).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
      if (!/check|depth|client|openapi|json/.test(command)) expect(stdout).to.contain('\\x1b[2J\\x1b[8m\\x0d\\x0aroot')
    })

  it('are written as escapes in errors about the command itself', async () => {
    const { stdout, stderr } = await alcove([`tree${hostile}`], { load })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be written
    expect(stdout + stderr).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(stderr).to.contain('tree\\x1b[2J')
  })

  it('remain in JSON, as escapes', async () => {
    const { stdout } = await alcove(['openapi', '--entry', 'fixtures/core.ts', '--no-build'], { load })
    expect(JSON.parse(stdout).paths['/route'].get.summary).to.equal(hostile)
  })
})
