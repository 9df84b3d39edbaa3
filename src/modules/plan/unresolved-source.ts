import type { CodedError } from '../../errors/coded-error.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import type { UnresolvedReason, UnresolvedSource } from '../decorators/facts.js'
import type { Asker } from './explain-invisible.js'

/** The problem of a parameter without a source, and the fix. */
const explanations: Record<
  UnresolvedReason,
  (unresolved: UnresolvedSource, asker: Asker) => readonly [problem: string, way: string]
> = {
  undefined: () => [
    'has a type that was undefined when the class was declared',
    'Its file is part of a circular import, or the type is imported with "import type". Import the class itself, or write @Inject(lazy(() => TheClass)) before the parameter',
  ],
  'not-a-class': ({ declared }) => [
    `has a type that is not a class at run time (${declared})`,
    'Interfaces, aliases and primitives do not exist at run time. Write @Inject(token) before the parameter, with a class, token<T>(name) or contextValue<T>(name)',
  ],
  'no-metadata': (_hole, { above }) => [
    'has a type that the compiler did not record',
    `Add @Injectable() to ${above}, and set "emitDecoratorMetadata" and "experimentalDecorators" in tsconfig.json. Or write @Inject(token) before the parameter`,
  ],
  'not-listed': (_hole, { above }) => [
    'is not in the list "inject"',
    `Add its token to "inject" of ${above}, in the order of the parameters`,
  ],
  several: () => [
    "takes all providers of one token (tsyringe's @injectAll), but a context has one of each",
    'Provide the list under its own token, provide(token, { useFactory }), and inject that token',
  ],
  transformed: () => [
    "takes a transformed value (tsyringe's @injectWithTransform)",
    'Provide the transformed value under its own token, provide(token, { useFactory }), and inject that token',
  ],
  'no-source': () => [
    'has no decorator for its value, but other parameters have one',
    'Write @Body(), @Query(), @Param(name), @Req(), @Rep() or @Inject(token) before it',
  ],
}

/** The error of a parameter without a source. */
export function unresolvedError(unresolved: UnresolvedSource, index: number, asker: Asker): CodedError {
  const [problem, way] = explanations[unresolved.reason](unresolved, asker)
  return new injectionCodes.ALC_ERR_INJECTION_UNKNOWN(`Parameter ${index + 1} of ${subject(asker)}`, problem, way)
}

function subject({ title }: Asker): string {
  return title.startsWith('The ') ? `the ${title.slice(4)}` : title
}
