import type { RuleOptions } from '../engines/native/rule-options.js'
import type { Place } from './code-position.js'

/** The writing of the code of one schema, as those see it who write a part of it. */
export interface Coding {
  readonly options: RuleOptions
  /** Whether properties that a schema does not name are removed. */
  readonly removes: boolean
  /** A name for a value that is made once. */
  constant(code: string): string
  /** The statement that ends a function where a rule fails. @param finding code for what was found about the value */
  fail(place: Place, keyword: string, asked: unknown, finding?: string): string
  /** Statements for a value inside the one that the function judges. */
  ofInner(schema: unknown, place: Place, when?: 'always' | 'if there'): string
}
