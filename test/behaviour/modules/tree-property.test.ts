import { expect } from 'chai'
import fc from 'fast-check'
import { type Arrange, shuffledBy } from '../../support/shuffle.js'
import { type App, ask, withApp } from './app.js'
import { modulesOf } from './tree-modules.js'
import { type Sight, sightsOf } from './tree-oracle.js'
import { type NodePlan, nodesOf, planArbitrary } from './tree-plan.js'

const seed = Number(process.env.ALCOVE_SEED ?? Date.now() % 2 ** 31)
const bounds: fc.Parameters<unknown> = { seed, numRuns: 60, interruptAfterTimeLimit: 8_000 }

const asWritten: Arrange = (items) => [...items]

interface SeenThings {
  requestValues: number[]
  contextValues: number[]
  plugins: number[]
  schemas: number[]
  trail: number[]
}

async function sightOf(app: App, expected: Sight): Promise<Sight> {
  const { url } = expected
  // Bodies of the probe's own handlers.
  const things = (await ask(app, `GET ${url}`)).body as SeenThings
  const providers = (await ask(app, `GET ${url}/providers`)).body as { word: number; owner: boolean; ownerWord: number }
  const failure = (await ask(app, `GET ${url}/fail`)).body as { handler?: number }
  const common = (await ask(app, `GET ${url}/common`)).body as { mark?: number }
  const { trail, ...values } = things
  return {
    url,
    ...values,
    hooks: groupedLike(expected.hooks, trail),
    common: common.mark ?? null,
    errorHandler: failure.handler ?? null,
    word: providers.word,
    ownerWord: providers.owner ? providers.ownerWord : undefined,
  }
}

/** Hooks of one context have no order that SPEC.md gives; those of two contexts have. */
function groupedLike(groups: readonly (readonly number[])[], trail: readonly number[]): number[][] {
  let from = 0
  const grouped = groups.map(({ length }) => {
    const part = trail.slice(from, from + length).sort((a, b) => a - b)
    from += length
    return part
  })
  return from === trail.length ? grouped : [...grouped, trail.slice(from)]
}

async function expectSights(plan: NodePlan, arrange: Arrange): Promise<void> {
  const sights = sightsOf(plan)
  const seesCommon = new Set([...sights].filter(([, { common }]) => common !== null).map(([id]) => id))
  await withApp(modulesOf(plan, seesCommon, arrange), async (app) => {
    for (const { id } of nodesOf(plan)) {
      const expected = sights.get(id)
      if (expected === undefined) throw new Error(`the oracle forgot node ${id}`)
      expect(await sightOf(app, expected), `node ${id}`).to.deep.equal(expected)
    }
  })
}

describe(`random module trees (ALCOVE_SEED=${seed})`, function () {
  this.timeout(120_000)

  it('each route sees exactly the values that SPEC.md 4.10 gives it', async () => {
    await fc.assert(
      fc.asyncProperty(planArbitrary, (plan) => expectSights(plan, asWritten)),
      bounds,
    )
  })

  it('show the same in any order of keys, imports, controllers, schemas and providers', async () => {
    await fc.assert(
      fc.asyncProperty(planArbitrary, fc.nat(), (plan, number) => expectSights(plan, shuffledBy(number))),
      bounds,
    )
  })
})
