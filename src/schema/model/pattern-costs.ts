import { createRequire } from 'node:module'
import { ownPackage } from '../../support/own-package.js'
import type { CostOfPattern, PatternCost } from './slow-patterns.js'

/** What is used of recheck. */
interface Recheck {
  checkSync(source: string, flags: string, parameters: object): Diagnostics
}

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: { readonly type: string; readonly degree?: number }
  readonly attack?: { readonly pattern: string }
}

/** Milliseconds for one pattern, in each of the two ways. Most take 20; those that take longer are costly themselves. */
const patience = 1000

/**
 * Examines patterns by recheck: exactly, by automata, and where those cannot (look-around, back-references), by trying texts.
 * It is loaded for the first pattern that is not plain: it takes a tenth of a second, and memory.
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

/** Past the loader of packages: bundlers of applications would follow it, and take three megabytes along. */
function loadRecheck(): Recheck | null {
  const folder = ownPackage()
  if (folder === null) return null // inside a bundle of the application, which no tool looks at
  return createRequire(new URL('package.json', folder))('./dist/packages/recheck.cjs') as Recheck // what the build writes
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
    return false // version 6 takes patterns that only this form refuses
  }
}
