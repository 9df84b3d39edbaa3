import type { Dice } from './dice.js'

type CustomOptions = Readonly<Record<string, unknown>>

/** Options that applications set; all of them may meet each other. */
const usual: readonly CustomOptions[] = [
  { coerceTypes: false },
  { coerceTypes: 'array' },
  { useDefaults: false },
  { useDefaults: 'empty' },
  { removeAdditional: false },
  { removeAdditional: 'all' },
  { removeAdditional: 'failing' },
  { allErrors: true },
  { nullable: true },
  { ownProperties: true },
  { verbose: true },
  { messages: false },
  { jsonPointers: true },
  { jsonPointers: false },
  {
    formats: {
      even: (text: string) => text.length % 2 === 0,
      upper: /^[A-Z]*$/,
      port: { type: 'number', validate: (port: number) => Number.isInteger(port) && port >= 0 && port < 65_536 },
      listed: {
        validate: (text: string) => text === 'x',
        compare: (one: string, other: string) => one.length - other.length,
      },
      date: (text: string) => text === '2026-01-02',
    },
  },
]

/** Options that few set, and that may change anything. */
const rare: Readonly<Record<6 | 8, readonly CustomOptions[]>> = {
  6: [
    ...[{ nullable: false }, { format: 'full' }, { format: false }, { unicode: false }, { errorDataPath: 'property' }],
    ...[{ useDefaults: 'shared' }, { multipleOfPrecision: 6 }, { uniqueItems: false }, { extendRefs: 'ignore' }],
    ...[
      { $data: true },
      { inlineRefs: false },
      { inlineRefs: 2 },
      { unknownFormats: 'ignore' },
      { strictDefaults: false },
    ],
    ...[{ strictKeywords: false }, { loopRequired: 1 }, { transpile: undefined }, { validateSchema: false }],
    ...[{ serialize: undefined }, { schemaId: 'auto' }, { sourceCode: true }],
  ],
  8: [
    ...[
      { unicodeRegExp: false },
      { validateFormats: false },
      { strict: false },
      { strictTypes: true },
      { loopEnum: 0 },
    ],
    ...[{ $data: true }, { inlineRefs: false }, { inlineRefs: 2 }, { discriminator: true }, { strictNumbers: false }],
    ...[
      { multipleOfPrecision: 6 },
      { loopRequired: 1 },
      { jtd: false },
      { dynamicRef: false },
      { validateSchema: false },
    ],
    ...[{ strictRequired: true }, { int32range: false }, { defaultMeta: undefined }, { code: { optimize: false } }],
    ...[{ code: { es5: true } }, { allowMatchingProperties: true }, { addUsedSchema: false }, { unevaluated: true }],
  ],
}

/** The settings of a validator: those of the baseline, some usual ones, or rare ones. */
export const settings = {
  none: (): CustomOptions => ({}),
  usual: (dice: Dice): CustomOptions => Object.assign({}, ...dice.some(usual, 3, 1)),
  rare: (dice: Dice, version: 6 | 8): CustomOptions =>
    Object.assign({}, ...dice.some(rare[version], 2, 1), ...dice.some(usual, 1)),
}

export type SettingName = keyof typeof settings
