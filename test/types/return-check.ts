// What the return check below `@Schema` takes and refuses beyond plain properties. It is compiled, not run.
import { answer, Controller, compose, Get, type Reply, Schema } from 'alcove'

const Named = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'number' } },
} as const
const Numbers = { type: 'object', additionalProperties: { type: 'number' } } as const
const Mixed = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' } },
  additionalProperties: { type: 'string' },
} as const
const Patterns = {
  type: 'object',
  patternProperties: { '^S_': { type: 'string' }, '^N_': { type: 'number' } },
  additionalProperties: false,
} as const
const State = { type: 'object', required: ['state'], properties: { state: { enum: ['up', 'down'] } } } as const
const Kept = { type: 'object', properties: { kept: { const: true } } } as const
const Circle = {
  type: 'object',
  required: ['kind', 'r'],
  properties: { kind: { const: 'circle' }, r: { type: 'number' } },
} as const
const Rectangle = {
  type: 'object',
  required: ['kind', 'w'],
  properties: { kind: { const: 'rectangle' }, w: { type: 'number' } },
} as const
const Figure = { oneOf: [Circle, Rectangle] } as const
const Pair = { type: 'array', items: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 } as const
const OpenPair = { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } as const
const Dated = {
  type: 'object',
  properties: { at: { type: 'string', format: 'date-time' }, text: { type: 'string' } },
} as const
const Tree = {
  type: 'object',
  required: ['name', 'kids'],
  properties: { name: { type: 'string' }, kids: { type: 'array', items: { $ref: '#' } }, scores: Numbers },
} as const
const Grid = { type: 'array', items: { type: 'array', items: Named } } as const

interface Scores {
  a: number
  b: number
}
interface Texts {
  a: number
  b: string
}
interface Branch {
  name: string
  kids: Branch[]
  scores: Scores
}
class Counter {
  a = 1
  total() {
    return this.a
  }
}
class NamedByJson {
  secret = 1
  toJSON() {
    return { name: 'Ada' }
  }
}
class MisnamedByJson {
  name = 'Ada'
  toJSON() {
    return { name: 5 }
  }
}

@Controller()
export class Fitting {
  name = 'Fitting'

  @Schema({ response: { 200: Numbers } })
  map() {
    return { a: 1, b: 2 }
  }
  @Schema({ response: { 200: Numbers } })
  interfaceAsMap(): Scores {
    return { a: 1, b: 2 }
  }
  @Schema({ response: { 200: Numbers } })
  async classAsMap() {
    return new Counter()
  }
  @Schema({ response: { 200: Numbers } })
  record(): Record<string, number> {
    return {}
  }
  @Schema({ response: { 200: Mixed } })
  declaredAndFurther() {
    return { id: 1, a: 'x' }
  }
  @Schema({ response: { 200: Patterns } })
  patterns() {
    return { S_a: 'x', N_b: 1 }
  }
  @Schema({ response: { 200: State } })
  widened() {
    return { state: 'up' }
  }
  @Schema({ response: { 200: State } })
  literal() {
    return { state: 'up' as const }
  }
  @Schema({ response: { 200: Kept } })
  widenedBoolean() {
    return { kept: true }
  }
  @Schema({ response: { 200: Figure } })
  oneOfTwo() {
    return { kind: 'circle', r: 1 }
  }
  @Schema({ response: { 200: Figure } })
  either(round = true) {
    return round ? { kind: 'circle', r: 1 } : { kind: 'rectangle', w: 1 }
  }
  @Schema({ response: { 200: { type: 'array', items: Figure } } })
  both() {
    return [
      { kind: 'circle', r: 1 },
      { kind: 'rectangle', w: 1 },
    ]
  }
  @Schema({ response: { 200: Pair } })
  tuple() {
    return ['a', 1] as const
  }
  @Schema({ response: { 200: Pair } })
  widenedTuple() {
    return ['a', 1]
  }
  @Schema({ response: { 200: OpenPair } })
  openTuple(): [string, number, boolean] {
    return ['a', 1, true]
  }
  @Schema({ response: { 200: Dated } })
  date() {
    return { at: new Date() }
  }
  @Schema({ response: { 200: Named } })
  byJson() {
    return new NamedByJson()
  }
  @Schema({ response: { 200: Grid } })
  async byJsonInLists() {
    return [[new NamedByJson()]]
  }
  @Schema({ response: { 200: Named } })
  unknownValue(): unknown {
    return 1
  }
  @Schema({ response: { 200: Named } })
  async unknownProperty(name: unknown) {
    return { name }
  }
  @Schema({ response: { 200: Named } })
  maybe(): { name: string; age?: number } | Reply | undefined {
    return undefined
  }
  @Schema({ response: { 200: Tree } })
  recursive(): Branch {
    return { name: 'root', kids: [], scores: { a: 1, b: 2 } }
  }
  @Schema({ response: { 200: Named } })
  generic<T extends string>(name: T): { name: T } {
    return { name }
  }
  @Schema({ response: { 200: Named } })
  itself(): this {
    return this
  }
  @Schema({ response: { 200: Named } })
  private hidden() {
    return { name: 'Ada' }
  }
  shown() {
    return this.hidden()
  }
  overloaded(name: string): { name: string }
  overloaded(name: number): { name: string; age: number }
  @Schema({ response: { 200: Named } })
  overloaded(name: string | number): { name: string } {
    return { name: String(name) }
  }
  @Schema({ response: { 200: State, 404: Named } })
  answers(known = true) {
    return known ? answer(200, { state: 'up' }) : answer(404, new NamedByJson())
  }
  @compose(Get(), Schema({ response: { 200: State } }), Schema({ response: { 404: Named } }))
  composed() {
    return { state: 'up' }
  }
}

export abstract class Base {
  @Schema({ response: { 200: State } })
  abstractly() {
    return { state: 'up' }
  }
}

@Controller()
export class Unfitting {
  // @ts-expect-error a value of another type
  @Schema({ response: { 200: Numbers } })
  map() {
    return { a: 'x' }
  }
  // @ts-expect-error an interface with a member of another type
  @Schema({ response: { 200: Numbers } })
  interfaceAsMap(): Texts {
    return { a: 1, b: 'x' }
  }
  // @ts-expect-error a Map is written as {}
  @Schema({ response: { 200: Numbers } })
  aMap() {
    return new Map([['a', 1]])
  }
  // @ts-expect-error a Map where any object fits
  @Schema({ response: { 200: { type: 'object' } } })
  aMapAsAnyObject() {
    return new Map([['a', 1]])
  }
  // @ts-expect-error a Map in a property
  @Schema({ response: { 200: { type: 'object', properties: { map: { type: 'object' } } } } })
  aMapInside() {
    return { map: new Map([['a', 1]]) }
  }
  // @ts-expect-error a list is no object
  @Schema({ response: { 200: { type: 'object' } } })
  list() {
    return [1]
  }
  // @ts-expect-error an undeclared key has to be a text
  @Schema({ response: { 200: Mixed } })
  further() {
    return { id: 1, a: 2 }
  }
  // @ts-expect-error the pattern of N_b says number
  @Schema({ response: { 200: Patterns } })
  patterns() {
    return { S_a: 'x', N_b: 'y' }
  }
  // @ts-expect-error a literal outside of the enum
  @Schema({ response: { 200: State } })
  literal() {
    return { state: 'sideways' as const }
  }
  // @ts-expect-error a literal beside the const
  @Schema({ response: { 200: Kept } })
  literalBoolean() {
    return { kept: false as const }
  }
  // @ts-expect-error the properties of another branch
  @Schema({ response: { 200: Figure } })
  crossed() {
    return { kind: 'circle' as const, w: 1 }
  }
  // @ts-expect-error one of the two fits no branch
  @Schema({ response: { 200: Figure } })
  either(round = true) {
    return round ? { kind: 'circle', r: 1 } : { kind: 'rectangle', w: 'x' }
  }
  // @ts-expect-error the items are exchanged
  @Schema({ response: { 200: Pair } })
  tuple() {
    return [1, 'a'] as const
  }
  // @ts-expect-error an item is missing
  @Schema({ response: { 200: Pair } })
  shortTuple() {
    return ['a'] as const
  }
  // @ts-expect-error no item can be the number
  @Schema({ response: { 200: Pair } })
  widenedTuple() {
    return ['a', 'b']
  }
  // @ts-expect-error a tuple with further items of any type
  @Schema({ response: { 200: OpenPair } })
  openTuple(): [number, string] {
    return [1, 'a']
  }
  // @ts-expect-error a Date where no format speaks of one
  @Schema({ response: { 200: Dated } })
  date() {
    return { text: new Date() }
  }
  // @ts-expect-error what is sent is what toJSON gives
  @Schema({ response: { 200: Named } })
  byJson() {
    return new MisnamedByJson()
  }
  // @ts-expect-error the same in nested lists
  @Schema({ response: { 200: Grid } })
  async byJsonInLists() {
    return [[new MisnamedByJson()]]
  }
  // @ts-expect-error the property may be missing
  @Schema({ response: { 200: Named } })
  optional(): { name?: string } {
    return {}
  }
  // @ts-expect-error no key of a record is sure to be there
  @Schema({ response: { 200: Named } })
  record(): Record<string, string> {
    return {}
  }
  // @ts-expect-error deep in a recursive schema
  @Schema({ response: { 200: Tree } })
  recursive() {
    return { name: 'root', kids: [{ name: 5, kids: [] }] }
  }
  // @ts-expect-error an answer with a literal outside of the enum
  @Schema({ response: { 200: State, 404: Named } })
  answers() {
    return answer(200, { state: 'sideways' as const })
  }
  // @ts-expect-error a private method is checked as well
  @Schema({ response: { 200: Named } })
  private hidden() {
    return { name: 1 }
  }
  shown() {
    return this.hidden()
  }
  // @ts-expect-error each part of compose asks
  @compose(Get(), Schema({ response: { 404: Named } }), Schema({ response: { 200: State } }))
  composed() {
    return { state: 5 }
  }
}
