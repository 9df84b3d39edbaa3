import { setTimeout as wait } from 'node:timers/promises'
import { bootstrap } from 'alcove'
import { expect } from 'chai'
import fc from 'fast-check'
import { until } from '../support/until.js'
import { bounds, patience, seeded } from './bounds.js'
import { applicationOf, aroundActs, type Course, clients, handlerActs, hookActs, hookNames } from './ended-requests.js'

const plans = fc.record({
  hooks: fc.array(fc.record({ name: fc.constantFrom(...hookNames), act: fc.constantFrom(...hookActs) }), {
    maxLength: 2,
  }),
  around: fc.constantFrom(...aroundActs),
  handler: fc.constantFrom(...handlerActs),
})

/** The step at which the client leaves; null if it stays. */
const leaves = fc.constantFrom(null, 'handler', 'around begins', 'around ends', ...hookNames)

describe(seeded('the end of a request'), function () {
  this.timeout(patience)

  for (const [how, ask] of Object.entries(clients)) {
    it(`comes once ${how}: one hook, each disposal, no open stream, and functions around the handler end`, async () => {
      await fc.assert(
        fc.asyncProperty(plans, leaves, fc.constantFrom('GET', 'HEAD'), async (plan, leavesAt, method) => {
          const course: Course = { ends: [], steps: [], built: 0, disposed: 0, open: 0 }
          const options = { logger: false, handlerTimeout: 60, http2: how.includes('HTTP/2') } as const
          const app = bootstrap(applicationOf(plan, course), options)
          try {
            if (how.startsWith('over')) await app.listen({ port: 0, host: '127.0.0.1' })
            else await app.ready()
            const left = new AbortController()
            const asked = ask(app, left.signal, method).catch(() => undefined)
            if (leavesAt !== null) {
              const isThere = () => course.ends.length > 0 || course.steps.includes(leavesAt)
              await until(`the request is at ${leavesAt}, or has ended`, isThere)
              left.abort()
            }
            await asked
            await until('the request has ended', () => course.ends.length > 0)
            const count = (step: string) => course.steps.filter((each) => each === step).length
            const isAtRest = () =>
              course.open === 0 && course.built === course.disposed && count('around begins') === count('around ends')
            await until('nothing of the request is open', isAtRest)
            await wait(5)
            expect(course.ends).to.have.lengthOf(1)
            expect(course.built).to.be.at.most(1)
          } finally {
            await app.close()
          }
        }),
        bounds(40),
      )
    })
  }
})
