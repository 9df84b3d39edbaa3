import websocket from '@fastify/websocket'
import { expect } from 'chai'
import { Controller, Messages, Module, Schema, Socket, shared } from '#dist/index.js'
import { inspect } from '#dist/inspect.js'
import { bootWarnings } from '#dist/server/warnings/boot-warnings.js'
import { createTestApp } from '#dist/testing.js'

const Line = shared('line', { type: 'object', properties: { text: { type: 'string' } } })
const Slow = { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } } as const
const Empty = { type: 'object' } as const

@Controller()
class Talk {
  @Socket('/lines', { receive: { text: { type: 'string' } }, send: Line.ref })
  @Schema({ querystring: { page: { type: 'integer' } } })
  async *lines(@Messages() lines: AsyncIterable<{ text: string }>) {
    for await (const { text } of lines) yield { text }
  }

  @Socket('/wrong', { receive: Slow, send: Empty })
  async *wrong(@Messages() lines: AsyncIterable<object>) {
    yield* lines
  }
}

@Module({ plugins: [websocket as never], schemas: [Line], controllers: [Talk] })
class Root {}

describe('The inspection of a route with @Socket', () => {
  it('has the schemas of its messages in full form, and no response', async () => {
    await using app = await createTestApp(Root)
    const { routes } = inspect(app.instance)
    const found = routes.find(({ id }) => id === 'GET /lines')
    expect(found?.schemas.map(({ part, refs }) => [part, refs])).to.deep.equal([
      ['querystring', []],
      ['receive', []],
      ['send', ['Root : schema line']],
    ])
    expect(found?.schemas[1]?.schema).to.deep.equal({ type: 'object', properties: { text: { type: 'string' } } })
    expect(app.printTree()).to.include('/lines  Talk.lines  (schema: querystring, receive, send)')
  })

  it('warns of mistakes in these schemas', async () => {
    await using app = await createTestApp(Root)
    const warnings = bootWarnings(app.instance).map(({ subject, message }) => `${subject}: ${message}`)
    expect(warnings).to.have.length(2)
    expect(warnings[0]).to.match(/^GET \/wrong, receive: "\/properties\/text\/pattern" can take exponential time/)
    expect(warnings[1]).to.match(/^GET \/wrong, send: "\/type" declares no property/)
  })
})
