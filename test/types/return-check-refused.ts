// Return values that the check below `@Schema` refuses beyond plain properties. It is compiled, not run.
import { answer, Controller, compose, Get, Schema } from 'alcove'
import { z } from 'zod'
import {
  Dated,
  Figure,
  Grid,
  Kept,
  MisnamedByJson,
  Mixed,
  Money,
  Named,
  Numbers,
  OpenPair,
  Pair,
  Patterns,
  State,
  type Texts,
  Tree,
} from './return-shapes.js'

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
  // @ts-expect-error a number is no object, even where every property may be missing
  @Schema({ response: { 200: { count: { type: 'integer' } } } })
  number() {
    return 5
  }
  // @ts-expect-error the same for a promise of a number
  @Schema({ response: { 200: { type: 'object' } } })
  async numberLater() {
    return 5
  }
  // @ts-expect-error the result of a promise is compared, even where every property may be missing
  @Schema({ response: { 200: { count: { type: 'integer' } } } })
  async textForNumberLater() {
    return { count: 'x' }
  }
  // @ts-expect-error a promise in a property is written as {}
  @Schema({ response: { 200: { inner: { type: 'object', properties: { count: { type: 'integer' } } } } } })
  promiseInside() {
    return { inner: Promise.resolve({ count: 1 }) }
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
  // @ts-expect-error toJSON gives a text
  @Schema({ response: { 200: { type: 'object', properties: { price: { type: 'number' } } } } })
  textByJson() {
    return { price: new Money(100) }
  }
  // @ts-expect-error a library validates the object, not its text
  @Schema({ response: { 200: z.object({ price: z.string() }) } })
  textOfLibrary() {
    return { price: new Money(100) }
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
