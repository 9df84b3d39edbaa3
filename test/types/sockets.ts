// The values that a method below `@Socket` may yield. It is compiled, not run.
import { Controller, event, Messages, Socket, shared } from 'alcove'
import { z } from 'zod'

const Line = shared('line', { type: 'object', required: ['text'], properties: { text: { type: 'string' } } })
interface Line {
  text: string
}

@Controller()
export class Fitting {
  @Socket('/shared', { receive: Line.ref, send: Line.ref, invalid: 'close' })
  async *lines(@Messages() lines: AsyncIterable<Line>) {
    for await (const { text } of lines) yield { text }
  }
  @Socket('/library', { receive: z.object({ count: z.number() }), send: z.number() })
  async *library(@Messages() counts: AsyncIterable<{ count: number }>) {
    for await (const { count } of counts) yield count
  }
  @Socket('/short', { receive: { count: { type: 'integer' } }, send: { count: { type: 'integer' } } })
  async *shortForm() {
    yield { count: 1 }
  }
  @Socket()
  async *anything() {
    yield 1
    yield 'two'
  }
  @Socket('/reads')
  async reads(@Messages() lines: AsyncIterable<Line>) {
    for await (const { text } of lines) if (text === '') return
  }
}

@Controller()
export class Unfitting {
  // @ts-expect-error a property of another type
  @Socket('/value', { send: Line.ref })
  async *value() {
    yield { text: 1 }
  }
  // @ts-expect-error an event, which belongs to @Events
  @Socket('/event', { send: Line.ref })
  async *event() {
    yield event({ text: 'a' })
  }
  // @ts-expect-error no iterable
  @Socket('/list')
  list() {
    return [1]
  }
  // @ts-expect-error a misspelt type
  @Socket('/misspelt', { receive: { type: 'objct' } })
  async *misspelt() {
    yield 1
  }
  @Socket('/messages')
  // @ts-expect-error messages are an iterable
  async *messages(@Messages() text: string) {
    yield text
  }
}
