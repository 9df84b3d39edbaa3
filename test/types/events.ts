// The values that a handler below `@Events` may yield. It is compiled, not run.
import { answer, Controller, compose, Events, event, Get, Rep, type Reply, shared } from 'alcove'
import { z } from 'zod'

const Tick = shared('tick', {
  type: 'object',
  required: ['count', 'kind'],
  properties: {
    count: { type: 'integer' },
    kind: { enum: ['up', 'down'] },
    at: { type: 'string', format: 'date-time' },
  },
})
const Count = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } } as const
const Counts = compose(Get('/composed'), Events({ data: Count }))

async function* counts() {
  yield { count: 1 }
}

@Controller()
export class Fitting {
  @Events({ data: Tick.ref })
  async *values() {
    yield { count: 1, kind: 'up' }
    yield event({ count: 1, kind: 'up', at: new Date() }, { id: 1 })
  }
  @Events({ data: Count })
  async iterable(@Rep() reply: Reply) {
    return reply.sent ? answer(404) : counts()
  }
  @Events({ data: { count: { type: 'integer' } } })
  async *shortForm() {
    yield { count: 1 }
  }
  @Events({ data: z.object({ name: z.string() }) })
  async *library() {
    yield { name: 'Ada' }
  }
  @Events()
  async *anything() {
    yield 1
    yield event('two')
  }
  @Counts
  composed() {
    return counts()
  }
}

@Controller()
export class Unfitting {
  // @ts-expect-error a property of another type
  @Events({ data: Count })
  async *value() {
    yield { count: 'one' }
  }
  // @ts-expect-error data without its required property
  @Events({ data: Count })
  async *message() {
    yield event({ kind: 'up' })
  }
  // @ts-expect-error a literal outside of the enum
  @Events({ data: Tick.ref })
  async *literal() {
    yield { count: 1, kind: 'left' as const }
  }
  // @ts-expect-error no iterable
  @Events({ data: Count })
  object() {
    return { count: 1 }
  }
  // @ts-expect-error a generator that is not async
  @Events()
  *generator() {
    yield 1
  }
  // @ts-expect-error composed
  @Counts
  async *composed() {
    yield { count: 'one' }
  }
}
