import { inspect, isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import { type Answer, answersOf } from './both-servers.js'
import {
  compare,
  describeCase,
  describeDifference,
  type Engines,
  isAlike,
  misread,
  newEngines,
} from './both-validators.js'
import { bounds, patience, seeded } from './bounds.js'
import { smallestCase } from './smallest.js'
import { type Case, drawCase, type Wanted } from './wide-cases.js'

/** Servers with many routes: the schemas of so many cases meet in one validator. */
const casesPerServer = 60

class Servers {
  readonly #open = new Map<string, { engines: Engines; uses: number }>()

  enginesFor(given: Case): Engines {
    const key = `${given.version} ${Object.entries(given.customOptions).map(([name, value]) => `${name}=${value}`)}`
    const known = this.#open.get(key)
    if (known !== undefined && known.uses++ < casesPerServer) return known.engines
    const engines = newEngines(given)
    this.#open.set(key, { engines, uses: 0 })
    return engines
  }
}

/**
 * The number of values with the same result in both validators.
 *
 * @throws an error with the smallest case that shows a difference between them, if there is one
 */
function checkCase(seed: number, wanted: Wanted, servers: Servers): number {
  const given = drawCase(seed, wanted)
  const result = compare(given, servers.enginesFor(given))
  if (typeof result === 'number') return result
  const [title, alone] = [`case ${seed} of ${JSON.stringify(wanted)}`, compare(given, newEngines(given))]
  if (typeof alone === 'number') {
    throw new Error(`${title}, only after other cases in the same server: ${describeDifference(given, result)}`)
  }
  const smallest = smallestCase(given, (smaller) => isAlike(compare(smaller, newEngines(smaller)), alone))
  const left = compare(smallest, newEngines(smallest))
  throw new Error(`${title}, ${describeDifference(smallest, typeof left === 'number' ? alone : left)}`)
}

/**
 * How many requests two servers answered alike.
 *
 * @throws with the smallest case that they answer otherwise, if there is one
 */
async function checkServers(seed: number, wanted: Wanted): Promise<number> {
  const given = drawCase(seed, wanted)
  const differs = async (one: Case): Promise<(Answer | string | undefined)[] | number> => {
    const { own, library } = newEngines(one)
    const [ours, theirs] = [await answersOf(one, own), await answersOf(one, library)]
    if (theirs[0] === misread) return 0
    const at = theirs.findIndex((answer, index) => !isDeepStrictEqual(answer, ours[index]))
    return at === -1 ? theirs.length : [ours[at], theirs[at]]
  }
  const result = await differs(given)
  if (typeof result === 'number') return result
  throw new Error(
    `case ${seed} of ${JSON.stringify(wanted)}: we answer, and with the library we answer\n${inspect(result)}\n${describeCase(given)}`,
  )
}

const texts = ['querystring', 'params', 'headers'] as const

for (const version of [6, 8] as const) {
  describe(seeded(`what we validate ourselves and what the library does, version ${version},`), function () {
    this.timeout(patience)

    const rules: Record<string, Omit<Wanted, 'version'>> = {
      'are the same for bodies': { setting: 'none', shared: 'no shared schemas', parts: ['body'] },
      'are the same for what is sent as text': { setting: 'none', shared: 'no shared schemas', parts: texts },
      'are the same for shared schemas': { setting: 'none', shared: 'shared schemas', parts: ['body', ...texts] },
      'are the same with other options': { setting: 'usual', shared: 'no shared schemas', parts: ['body', ...texts] },
      'are the same for shared schemas with other options': {
        setting: 'usual',
        shared: 'shared schemas',
        parts: ['body', ...texts],
      },
      'are the same with options that few set': {
        setting: 'rare',
        shared: 'shared schemas',
        parts: ['body', ...texts],
      },
    }
    for (const [rule, wanted] of Object.entries(rules)) {
      it(rule, () => {
        const servers = new Servers()
        let judged = 0
        fc.assert(
          fc.property(fc.noShrink(fc.integer()), (seed) => {
            judged += checkCase(seed, { version, ...wanted }, servers)
          }),
          { ...bounds(60), endOnFailure: true },
        )
        expect(judged).to.be.greaterThan(0)
      })
    }

    it('are the same in the answers of a server', async () => {
      let answered = 0
      const wanted = fc.constantFrom<Omit<Wanted, 'version'>[]>(...Object.values(rules))
      await fc.assert(
        fc.asyncProperty(fc.noShrink(fc.integer()), fc.noShrink(wanted), async (seed, own) => {
          answered += await checkServers(seed, { version, ...own })
        }),
        { ...bounds(12), endOnFailure: true },
      )
      expect(answered).to.be.greaterThan(0)
    })
  })
}
