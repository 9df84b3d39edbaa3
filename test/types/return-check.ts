// Return values that the check below `@Schema` accepts beyond plain properties. It is compiled, not run.
import { answer, Controller, compose, Get, type Reply, Schema } from 'alcove'
import type { FastifyReply } from 'fastify'
import {
  type Branch,
  Counter,
  Dated,
  Figure,
  Grid,
  Kept,
  Mixed,
  Money,
  Named,
  NamedByJson,
  Numbers,
  OpenPair,
  Pair,
  Patterns,
  type Scores,
  State,
  Tree,
} from './return-shapes.js'

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
  @Schema({ response: { 200: { type: 'object', properties: { price: { type: ['string', 'null'] } } } } })
  textByJson() {
    return { price: new Money(100) }
  }
  @Schema({ response: { 200: { type: 'array', items: { type: 'string', format: 'uri' } } } })
  async textsByJson() {
    return [new URL('http://127.0.0.1')]
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
  @Schema({ response: { 200: Named } })
  replyOfPlugin(reply: FastifyReply, known = true) {
    return known ? { name: 'Ada' } : reply.code(404)
  }
  @Schema({ response: { 200: { type: 'string' } } })
  repliesOfPlugins(reply: FastifyReply) {
    return reply
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
