import { Module, PluginWrapped } from 'alcove'
import { expect } from 'chai'
import { type App, type RootModule, withApp } from './app.js'
import { allMarks, type Mark, type ModuleOptions, probeAt } from './marks.js'
import { moreMarks } from './more-marks.js'

type Place = 'root' | 'child' | 'grandchild' | 'sibling'
const places: readonly Place[] = ['root', 'child', 'grandchild', 'sibling']

interface Case {
  rule: string
  marked: Place
  wrapped: readonly Place[]
  seenFrom: readonly Place[]
}

// SPEC.md 4.10, rule by rule. The tree is always root > (child > grandchild, sibling).
const cases: readonly Case[] = [
  { rule: 'what the root holds is seen everywhere', marked: 'root', wrapped: [], seenFrom: places },
  {
    rule: 'what a child holds is seen by itself and its descendants, not above and not beside',
    marked: 'child',
    wrapped: [],
    seenFrom: ['child', 'grandchild'],
  },
  {
    rule: 'what a grandchild holds is seen by nobody else',
    marked: 'grandchild',
    wrapped: [],
    seenFrom: ['grandchild'],
  },
  {
    rule: 'what a wrapped grandchild holds is seen by the child that contains it, and no further up',
    marked: 'grandchild',
    wrapped: ['grandchild'],
    seenFrom: ['child', 'grandchild'],
  },
  {
    rule: 'what a wrapped child holds is seen by the root and all that is below it',
    marked: 'child',
    wrapped: ['child'],
    seenFrom: places,
  },
  {
    rule: 'what a wrapped module inside a wrapped module holds reaches the first module that is not wrapped',
    marked: 'grandchild',
    wrapped: ['child', 'grandchild'],
    seenFrom: places,
  },
  {
    rule: 'wrapping a module does not move what its own unwrapped import holds',
    marked: 'grandchild',
    wrapped: ['child'],
    seenFrom: ['grandchild'],
  },
]

function treeFor(mark: Mark, { marked, wrapped }: Case): RootModule {
  const moduleAt = (place: Place, imports: RootModule[]): RootModule => {
    const options: ModuleOptions = { controllers: [probeAt(`/${place}`)], imports }
    const built = place === marked ? mark.module(options) : plainModule(options)
    if (wrapped.includes(place)) PluginWrapped()(built)
    return built
  }
  return moduleAt('root', [moduleAt('child', [moduleAt('grandchild', [])]), moduleAt('sibling', [])])
}

function plainModule(options: ModuleOptions): RootModule {
  @Module(options)
  class Plain {}
  return Plain
}

async function placesThatSee(app: App, mark: Mark): Promise<Place[]> {
  const seeing: Place[] = []
  for (const place of places) if (await mark.seenFrom(app, `/${place}`)) seeing.push(place)
  return seeing
}

for (const rule of cases) {
  describe(`SPEC.md 4.10: ${rule.rule}`, () => {
    for (const mark of [...allMarks, ...moreMarks]) {
      it(`a ${mark.kind}`, async () => {
        const seeing = await withApp(treeFor(mark, rule), (app) => placesThatSee(app, mark))
        expect(seeing).to.deep.equal(rule.seenFrom)
      })
    }
  })
}
