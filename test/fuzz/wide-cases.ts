import type { CompileMode, HttpPart, SharedSchema } from '#dist/contracts/schema.js'
import { isRecord, mapped, textOf, withoutPrototype } from './copies.js'
import { Dice } from './dice.js'
import { type SettingName, settings } from './engine-settings.js'
import { oddNames, plainNames, tokenNames } from './odd-values.js'
import { type Schema, SchemaDraw, type Vocabulary } from './wide-schemas.js'
import { ValueDraw } from './wide-values.js'

/** Schemas that one context compiles, and the values that are then validated, in this order. */
export interface Case {
  version: 6 | 8
  customOptions: Readonly<Record<string, unknown>>
  compile: CompileMode
  shared: readonly SharedSchema[]
  asked: readonly Asked[]
}

export interface Asked {
  part: HttpPart
  schema: unknown
  values: readonly unknown[]
}

export interface Wanted {
  version: 6 | 8
  setting: SettingName
  shared: 'no shared schemas' | 'shared schemas'
  parts: readonly HttpPart[]
}

const ids = ['s0', 'http://e.x/s1', 's2.json', 'urn:x:s3']
const definitionNames = ['one', 'two', 'a/b', 'x y', 'm~n', '"']

/** The case of a seed: the same seed, the same case. */
export function drawCase(seed: number, { version, setting, shared: sharing, parts }: Wanted): Case {
  const dice = new Dice(seed)
  const customOptions = settings[setting](dice, version)
  const known = sharing === 'shared schemas' ? dice.some(ids, 3, 1) : []
  const refs = known.flatMap((id) => [`${id}#`, `${id}#`, ...localRefs.map((ref) => `${id}${ref}`)])
  const isCommon = dice.is(0.6)
  const words = { version, refs, isCommon }
  const shared = known.map((id): SharedSchema => ({ ...document(dice, { ...words, isFlat: false }), $id: id }))
  const values = new ValueDraw(dice, new Map(shared.map((schema) => [schema.$id, schema])))
  const ask = (part: HttpPart, schema: unknown): Asked => ({
    part,
    schema,
    values: drawValues(dice, values, part, schema),
  })
  const part = dice.pick(parts)
  const asked = [ask(part, drawSchema(dice, { ...words, isFlat: part !== 'body' }, part))]
  // One schema object can be in several parts and routes.
  if (dice.is(0.2)) asked.push(ask(dice.pick(parts), asked[0]?.schema))
  const compile = dice.pick<CompileMode>(['boot', 'lazy'])
  return { version, customOptions, compile, shared, asked }
}

const localRefs = ['#/definitions/one', '#/definitions/a~1b', '#/definitions/x%20y', '#/properties/a', '#anchored']

type Words = Omit<Vocabulary, 'names'>

function drawSchema(dice: Dice, words: Words, part: HttpPart): unknown {
  const isNamed = part === 'headers' || part === 'params'
  const names = isNamed ? tokenNames.filter((name) => !words.isCommon || name !== 'constructor') : namesOf(dice, words)
  if (dice.is(0.35) || (words.refs.length > 0 && dice.is(0.3))) return document(dice, words, names)
  const draw = new SchemaDraw(dice, { ...words, names })
  return dice.is(part === 'body' && !words.isCommon ? 0.7 : 0.9) ? draw.object(words.isFlat ? 2 : 3) : draw.any(3)
}

function namesOf(dice: Dice, { isCommon }: Words): readonly string[] {
  if (dice.is(0.6)) return plainNames
  const names = isCommon ? oddNames.filter((name) => !(name in Object.prototype)) : oddNames
  return [...plainNames, ...dice.some(names, 6)]
}

/** A schema with definitions, that `$ref`s may name from inside and outside. */
function document(dice: Dice, words: Words, names = namesOf(dice, words)): Schema {
  const id = dice.is(0.1) ? `http://r.x/${dice.below(1e9)}` : ''
  const refs = [...words.refs, '#', ...localRefs, ...(id === '' ? [] : [`${id}#/definitions/one`])]
  const draw = new SchemaDraw(dice, { ...words, names, refs })
  const definition = () => (dice.is(0.2) ? draw.any(2) : draw.object(1))
  const own = draw.object(words.isFlat ? 1 : 2)
  const named = dice.is(0.1) ? [...definitionNames, 'constructor'] : definitionNames
  const definitions: Schema = Object.fromEntries(named.map((name) => [name, definition()]))
  definitions.two = { ...draw.object(1), $id: '#anchored' }
  const properties = { a: draw.any(1), ...Object(own.properties) }
  return { ...own, ...(id !== '' && { $id: id }), properties, definitions }
}

function drawValues(dice: Dice, draw: ValueDraw, part: HttpPart, schema: unknown): unknown[] {
  return dice.times(
    9,
    () => {
      const value = dice.is(0.02) ? deep(dice) : draw.value({ schema, root: schema })
      if (part === 'body') return value
      const sent = dice.is(0.85) ? asTexts(dice, value) : value
      return part !== 'headers' && isRecord(sent) ? withoutPrototype(sent) : sent
    },
    3,
  )
}

/** As values come in a query or a path. */
function asTexts(dice: Dice, value: unknown): unknown {
  if (!isRecord(value)) return value
  return mapped(value, (inner) => {
    if (Array.isArray(inner)) return inner.map((item) => (isRecord(item) ? item : textOf(item)))
    return isRecord(inner) && dice.is(0.3) ? inner : textOf(inner)
  })
}

/** Not deeper: where a schema asks twice for itself, each level doubles what any validator does. */
function deep(dice: Dice): unknown {
  const name = dice.pick([...plainNames, null])
  let value: unknown = dice.pick<unknown>([1, 'x', {}, []])
  for (let depth = 12; depth > 0; depth--) value = name === null ? [value] : { [name]: value }
  return value
}
