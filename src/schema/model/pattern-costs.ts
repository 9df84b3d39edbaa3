import { createRequire } from 'node:module'
import { ownPackage } from '../../support/own-package.js'
import type { CostOfPattern, PatternCost } from './slow-patterns.js'

/** The members of recheck that are used. */
interface Recheck {
  checkSync(source: string, flags: string, parameters: object): Diagnostics
}

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: { readonly type: string; readonly degree?: number }
  readonly attack?: { readonly pattern: string }
}

/**
 * Milliseconds for one pattern, with each of the two methods. Most take 20; those that take longer are costly
 * themselves.
 */
const patience = 1000

/**
 * Examines patterns by recheck. Recheck uses automata, which are exact. Where those cannot be used (look-around,
 * back-references), it tries texts. It is loaded for the first pattern that is not plain, because it takes a tenth of a
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

/** Loads it without the loader of packages. Bundlers of applications would follow that one, and add three megabytes. */
function loadRecheck(): Recheck | null {
  const folder = ownPackage()
  if (folder === null) return null // inside a bundle of the application, which no tool inspects
  // The module that the build writes.
  return createRequire(new URL('package.json', folder))('./dist/packages/recheck.cjs') as Recheck
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
    return false // version 6 accepts patterns that only this form refuses
  }
}
