import type { PlainObject } from '../../support/values.js'
import type { CodePosition } from './code-position.js'
import type { UnitCode } from './code-unit.js'
import type { NativeOptions } from './native-options.js'
import type { Group } from './value-types.js'

/** How the code of a schema behaves at its place. */
export interface Mode {
  readonly removes: boolean
  /** Whether another schema decides what a failure means. There ajv collects errors, and fills in no defaults. */
  readonly isComposite: boolean
  /** Whether failures of a `$ref` are reported apart from other failures: below `then` and `else`. */
  readonly isBelowThen: boolean
  /** Whether the schema checks the name of a property, which cannot be replaced. */
  readonly isOfName: boolean
  /** Whether a schema around it repeats itself: see `RepeatedSchemas`. */
  readonly remembers: boolean
}

/** A position in the code, and the statement with which the code continues after a failure. */
export interface Scope extends CodePosition {
  readonly mode: Mode
  readonly abort: string
  /** The statement after a failure of the target of a `$ref`. */
  readonly abortOfRef: string
}

export interface SchemaWriter {
  readonly options: NativeOptions
  readonly code: UnitCode
  /** The expression that reports the failure of a keyword. Its value is `false`. */
  report(scope: Scope, keyword: string, asked: unknown, found: string | null): string
  writePart(schema: unknown, scope: Scope, presence: Presence): string
  writeValue(schema: unknown, scope: Scope): string
  /** Statements for the target of the `$ref` of a schema. */
  writeRef(schema: PlainObject, scope: Scope): string
  /** The path that errors of a schema begin with. @param schemaPath the place of the schema */
  pathOf(schema: unknown, schemaPath: string): string
  isEmpty(schema: unknown): boolean
  /** Code for whether an object lacks a property. @param value the variable that holds the object */
  isMissing(value: string, name: string): string
}

/** Whether a part is certain to be there, or is checked only if it is. */
export type Presence = 'always' | 'if present'

/** The parts from which a keyword writes its check: the schema that contains it, and the code around it. */
export class Check {
  readonly value: string
  readonly mode: Mode
  readonly options: NativeOptions
  readonly version: 6 | 8

  /** @param group the type that the value is known to have; `any`: it may have every type */
  constructor(
    readonly schema: PlainObject,
    readonly scope: Scope,
    readonly group: Group,
    private readonly writer: SchemaWriter,
  ) {
    this.value = scope.value
    this.mode = scope.mode
    this.options = writer.options
    this.version = writer.options.version
  }

  constant(code: string): string {
    return this.writer.code.constant(code)
  }

  newName(word: string): string {
    return this.writer.code.newName(word)
  }

  isEmpty(schema: unknown): boolean {
    return this.writer.isEmpty(schema)
  }

  /** Code for whether the value lacks a property. */
  isMissing(name: string): string {
    return this.writer.isMissing(this.value, name)
  }

  /** The statement for a value that a keyword refuses. @param found code for facts about the value */
  fail(keyword: string, asked: unknown, found: string | null = null, abort = this.scope.abort): string {
    return abortAfter(this.writer.report(this.scope, keyword, asked, found), abort)
  }

  part(schema: unknown, position: CodePosition, presence: Presence = 'always'): string {
    const { mode, abort, abortOfRef } = this.scope
    const { value, parent, key, step, schemaPath } = position // V8 copies a second spread in slow code
    return this.writer.writePart(schema, { value, parent, key, step, schemaPath, mode, abort, abortOfRef }, presence)
  }

  /** Statements for an item or a name on which a keyword tries a schema. @param abort the statement after a failure */
  tryPart(schema: unknown, position: CodePosition, abort: string): string {
    return this.writer.writePart(schema, { ...this.scope, ...position, ...composite(this.mode, abort) }, 'always')
  }

  /** Statements for a further schema that must accept the value. @param path from this schema to it */
  apply(schema: unknown, path: string): string {
    return this.writer.writeValue(schema, { ...this.scope, schemaPath: `${this.scope.schemaPath}/${path}` })
  }

  /** Statements for a schema that a keyword tries. @param abort the statement after a failure */
  try(schema: unknown, path: string, abort: string): string {
    const schemaPath = `${this.scope.schemaPath}/${path}`
    return this.writer.writeValue(schema, { ...this.scope, schemaPath, ...composite(this.mode, abort) })
  }

  /** The statement for a value whose type excludes a schema that a keyword would try. */
  failType(schema: unknown, path: string, asked: unknown, abort: string): string {
    const at = this.writer.pathOf(schema, `${this.scope.schemaPath}/${path}`)
    return abortAfter(this.writer.report({ ...this.scope, schemaPath: at }, 'type', asked, null), abort)
  }

  /**
   * Statements that check something, and those for its failure.
   *
   * @param write gives the first ones. They leave by the given statement after a failure
   */
  orElse(write: (abort: string) => string, otherwise: string): string {
    const [valid, refused] = [this.newName('valid'), this.newName('refused')]
    return `${valid}: {\n${refused}: {\n${write(`break ${refused}`)}\nbreak ${valid}\n}\n${otherwise}\n}`
  }

  /** Statements for the target of the `$ref` of the schema. */
  follow(): string {
    return this.writer.writeRef(this.schema, this.scope)
  }

  /** Statements for a schema tried on the name of a property. @param name its variable */
  tryName(schema: unknown, name: string, abort: string): string {
    const { mode, schemaPath } = this.scope
    const position = { value: name, parent: 'null', key: 'null', step: null, schemaPath: `${schemaPath}/propertyNames` }
    const tried = composite({ ...mode, isOfName: true }, abort)
    return this.writer.writeValue(schema, { ...position, ...tried })
  }

  /** Statements for `then` or `else`. @param abortOfRef the statement after a failure of the target of a `$ref` */
  choose(schema: unknown, path: string, abortOfRef: string): string {
    const { scope } = this
    const schemaPath = `${scope.schemaPath}/${path}`
    const { isComposite } = scope.mode
    const mode = { ...scope.mode, isBelowThen: !isComposite }
    const abort = isComposite ? abortOfRef : scope.abort
    return this.writer.writeValue(schema, { ...scope, schemaPath, mode, abort, abortOfRef })
  }
}

/** The statement that leaves a schema after a failure. @param report the expression that reports it */
export function abortAfter(report: string, abort: string): string {
  return abort === 'return false' ? `return ${report}` : `{ ${report}; ${abort} }`
}

function composite(mode: Mode, abort: string): Pick<Scope, 'mode' | 'abort' | 'abortOfRef'> {
  return { mode: { ...mode, isComposite: true, isBelowThen: false }, abort, abortOfRef: abort }
}

/** The statement that leaves a schema after another function refused the value. */
export function leave({ step }: Scope, abort: string): string {
  if (step === null) return abort
  return abort === 'return false' ? `return under(${step})` : `{ under(${step}); ${abort} }`
}
