import { Hook, Module, PluginWrapped, provide, token } from 'alcove'
import { expect } from 'chai'
import fc from 'fast-check'
import { type RootModule, withApp } from './app.js'

const seed = Number(process.env.ALCOVE_SEED ?? Date.now() % 2 ** 31)

/** A module with one provider, which it offers upwards, so that each module sees all providers. */
interface Part {
  /** The index of the module that imports it. */
  readonly parent: number
  readonly wrapped: boolean
  /** The indexes of the providers that its provider injects. */
  readonly needs: readonly number[]
}

/** Providers need those before them, in any module. */
const partsArbitrary: fc.Arbitrary<readonly Part[]> = fc
  .array(fc.tuple(fc.nat(), fc.boolean(), fc.array(fc.nat(), { maxLength: 3 }), fc.nat()), {
    minLength: 2,
    maxLength: 12,
  })
  .map((drafts) => {
    const order = drafts.map((_, index) => index).sort((a, b) => (drafts[a]?.[3] ?? 0) - (drafts[b]?.[3] ?? 0))
    return drafts.map(([parent, wrapped, needs], index) => {
      const before = order.slice(0, order.indexOf(index))
      const chosen = before.length === 0 ? [] : needs.map((number) => before[number % before.length] ?? 0)
      return { parent: index === 0 ? -1 : parent % index, wrapped: index > 0 && wrapped, needs: [...new Set(chosen)] }
    })
  })

function modulesOf(parts: readonly Part[], ends: string[]): RootModule {
  const tokens = parts.map((_, index) => token<object>(`part ${index} of the disposal property`))
  const below = (index: number): number[] => [
    index,
    ...parts.flatMap(({ parent }, child) => (parent === index ? below(child) : [])),
  ]
  const make = (index: number): RootModule => {
    class Thing {
      @Hook('onClose')
      end() {
        ends.push(`end ${index}`)
      }
      async [Symbol.asyncDispose]() {
        await new Promise((resolve) => setImmediate(resolve))
        ends.push(`dispose ${index}`)
      }
    }
    const own = tokens[index]
    const { needs, wrapped } = parts[index] ?? { needs: [], wrapped: false }
    if (own === undefined) throw new Error('each part has a token')
    const inject = needs.flatMap((need) => tokens[need] ?? [])
    class Holder {}
    Module({
      providers: [provide(own, { useFactory: () => new Thing(), inject })],
      offers: below(index).flatMap((each) => tokens[each] ?? []),
      imports: parts.flatMap(({ parent }, child) => (parent === index ? [make(child)] : [])),
    })(Holder)
    if (wrapped) PluginWrapped()(Holder)
    return Holder
  }
  return make(0)
}

describe(`the end of providers that modules offer to each other (ALCOVE_SEED=${seed})`, function () {
  this.timeout(60_000)

  it('comes once to each, to a dependent before its dependencies, with its onClose hook just before its disposal', async () => {
    const property = fc.asyncProperty(partsArbitrary, async (parts) => {
      const ends: string[] = []
      await withApp(modulesOf(parts, ends), (app) => app.ready())
      const expected = parts.flatMap((_, index) => [`end ${index}`, `dispose ${index}`])
      expect([...ends].sort()).to.deep.equal(expected.sort())
      for (const [index, { needs }] of parts.entries()) {
        expect(ends.indexOf(`dispose ${index}`)).to.equal(ends.indexOf(`end ${index}`) + 1)
        for (const need of needs) {
          expect(ends.indexOf(`dispose ${index}`), `${index} needs ${need}`).to.be.lessThan(ends.indexOf(`end ${need}`))
        }
      }
    })
    await fc.assert(property, { seed, numRuns: 60, interruptAfterTimeLimit: 8_000 })
  })
})
