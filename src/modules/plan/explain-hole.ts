import type { CodedError } from '../../errors/coded-error.js'
import { injectionCodes } from '../../errors/injection-codes.js'
import type { HoleReason, HoleSource } from '../decorators/facts.js'
import type { Asker } from './explain-invisible.js'

/** What is wrong with a parameter that nothing can be found for, and the way out. */
const explanations: Record<HoleReason, (hole: HoleSource, asker: Asker) => readonly [problem: string, way: string]> = {
  undefined: () => [
    'has a type that was undefined when the class was declared',
    'the file of that type takes part in a cycle of imports, or the type is imported with "import type". Import the class itself, or write @Inject(lazy(() => TheClass)) before the parameter',
  ],
  'not-a-class': ({ declared }) => [
    `has a type that is no class at run time (${declared})`,
    'interfaces, aliases and primitives leave no trace. Write @Inject(token) before the parameter, with a class, token<T>(name) or contextValue<T>(name)',
  ],
  'no-metadata': (_hole, { above }) => [
    'has a type that the compiler did not record',
    `put @Injectable() above ${above}, and set "emitDecoratorMetadata" and "experimentalDecorators" in tsconfig.json; or write @Inject(token) before the parameter`,
  ],
  'not-listed': (_hole, { above }) => [
    'is not in the list "inject"',
    `add its token to the inject of ${above}, in the order of the parameters`,
  ],
  several: () => [
    "takes all providers of one token (tsyringe's @injectAll), and a context has one of each",
    'provide the list under a token of its own, provide(token, { useFactory }), and inject that token',
  ],
  transformed: () => [
    "takes a transformed value (tsyringe's @injectWithTransform)",
    'provide the transformed value under a token of its own, provide(token, { useFactory }), and inject that token',
  ],
  'no-source': () => [
    'has no decorator that says where its value comes from, though other parameters have one',
    'write @Body(), @Query(), @Param(name), @Req(), @Rep() or @Inject(token) before it',
  ],
}

/** The error of a parameter without a source. */
export function holeError(hole: HoleSource, index: number, asker: Asker): CodedError {
  const [problem, way] = explanations[hole.reason](hole, asker)
  return new injectionCodes.ALC_ERR_INJECTION_UNKNOWN(`Parameter ${index + 1} of ${subject(asker)}`, problem, way)
}

function subject({ title }: Asker): string {
  return title.startsWith('The ') ? `the ${title.slice(4)}` : title
}
