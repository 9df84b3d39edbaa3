import { nodeModule } from '../../packages/node.cjs'
import { visitSchemas } from '../../schema/model/walk.js'
import { pointerTo } from '../../support/json-pointer.js'
import { ownPackage } from '../../support/own-package.js'
import { isPlainObject } from '../../support/values.js'

/** How the time of a pattern grows with the text, if it grows faster than linearly. */
export interface PatternCost {
  /** 2 for quadratic; `null` for exponential. */
  readonly degree: number | null
  /** An expression that creates a slow text; `null` if no slow text is known. */
  readonly text: string | null
}

/** Examines a pattern. Returns null if its time is linear. */
export type CostOfPattern = (pattern: string) => PatternCost | null

export interface SlowPattern extends PatternCost {
  readonly pointer: string
  readonly pattern: string
}

/** Steps of the engine that take some milliseconds. */
const fewSteps = 1e7

/**
 * Whether a pattern is certainly linear, as most patterns are, and so is not examined. A plain pattern has no unlimited
 * repetition and no repetition of a group. Or it has no group and one unlimited repetition of one character, and is
 * anchored to the start.
 */
function isPlain(pattern: string): boolean {
  const plain = pattern.replace(/\\[pPux]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/gs, 'x')
  const endless = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  return (endless === 0 && !plain.includes('){')) || (endless === 1 && /^\^[^()|?]*$/.test(plain))
}

/** The cost of a pattern for texts of up to `longest` characters. Null if the cost is low. */
export function slowFor(pattern: string, longest: number, costOf: CostOfPattern): PatternCost | null {
  const cost = isPlain(pattern) ? null : costOf(pattern)
  return cost === null || (cost.degree !== null && longest ** cost.degree <= fewSteps) ? null : cost
}

/** Finds patterns that are slow for a short text. It does not follow `$ref`. */
export function findSlowPatterns(schema: unknown, costOf: CostOfPattern): SlowPattern[] {
  const found: SlowPattern[] = []
  visitSchemas(schema, ({ pattern, patternProperties, maxLength }, at) => {
    const add = (text: string, pointer: string, longest: number) => {
      const cost = slowFor(text, longest, costOf)
      if (cost !== null) found.push({ ...cost, pattern: text, pointer })
    }
    const longest = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
    if (typeof pattern === 'string') add(pattern, pointerTo(at, 'pattern'), longest)
    if (!isPlainObject(patternProperties)) return
    for (const name of Object.keys(patternProperties)) {
      add(name, pointerTo(at, 'patternProperties', name), Number.POSITIVE_INFINITY)
    }
  })
  return found
}

interface Recheck {
  checkSync(source: string, flags: string, parameters: object): Diagnostics
}

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: { readonly type: string; readonly degree?: number }
  readonly attack?: { readonly pattern: string }
}

/**
 * Milliseconds for one pattern, with each of the two methods. Most patterns take 20. Patterns that take longer are
 * costly themselves.
 */
const patience = 1000

/**
 * Examines patterns by recheck. Recheck uses automata, which are exact. For patterns without an automaton (look-around,
 * back-references), it tries texts. The first pattern that is not plain loads recheck, because this takes a tenth of a
 * second, and memory.
 */
export function examinePatterns(): CostOfPattern {
  const known = new Map<string, PatternCost | null>()
  let recheck: Recheck | null = null
  return (pattern) => {
    const found = known.get(pattern)
    if (found !== undefined) return found
    recheck ??= loadRecheck()
    const cost = recheck === null ? null : examine(recheck, pattern)
    known.set(pattern, cost)
    return cost
  }
}

/** Loads recheck without the loader of packages. Bundlers of applications follow that loader, and add 3 megabytes. */
function loadRecheck(): Recheck | null {
  const folder = ownPackage()
  if (folder === null) return null // inside a bundle of the application, which no tool inspects
  // The build writes this module, which exports `checkSync`.
  return nodeModule().createRequire(new URL('package.json', folder))('./dist/packages/recheck.cjs') as Recheck
}

function examine({ checkSync }: Recheck, pattern: string): PatternCost | null {
  const flags = isUnicode(pattern) ? 'u' : ''
  let found = checkSync(pattern, flags, { checker: 'automaton', timeout: patience })
  if (found.status === 'unknown') found = checkSync(pattern, flags, { checker: 'fuzz', timeout: patience })
  if (found.status !== 'vulnerable') return null
  const { type, degree } = found.complexity ?? {}
  return { degree: type === 'polynomial' ? (degree ?? 2) : null, text: found.attack?.pattern ?? null }
}

function isUnicode(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').unicode
  } catch {
    return false // ajv 6 accepts patterns that are invalid with the flag u
  }
}
