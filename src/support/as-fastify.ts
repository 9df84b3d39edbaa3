// The bundler sets this constant for `dist/bundles/fastify.cjs` (`build:bundles` in package.json).
declare const ALCOVE_AS_FASTIFY: boolean | undefined

/**
 * Whether this copy of the code is the drop-in, `alcove/fastify`. It answers as Fastify 5 does where the core differs
 * (docs/reference/fastify-differences.md). Each bundle has one value. An option of the server would have to be passed
 * to each use.
 */
export const asFastify: boolean = typeof ALCOVE_AS_FASTIFY !== 'undefined' && ALCOVE_AS_FASTIFY

/**
 * The rules that several places follow, and that differ on the drop-in. A difference of one place reads `asFastify`
 * there.
 */
export const policies = {
  /** A context copies the entries of its parent when it is made. Otherwise it inherits when everything has loaded. */
  inheritsWhenMade: asFastify,
  /** Options, constraints and schemas that Fastify ignores or misreads are refused at the start or at the boot. */
  refusesWhatHasNoEffect: !asFastify,
  /** The boot goes on after a problem of a declaration, and its error lists all problems. */
  listsProblems: !asFastify,
  /** Undeclared properties are removed only where `additionalProperties` is false. */
  removesOnlyWhereClosed: asFastify,
  /** Requests may have headers that no schema declares: they are neither refused nor removed. */
  keepsUndeclaredHeaders: !asFastify,
  /** Functions of schemas with `$async` return promises. */
  allowsAsyncSchemas: asFastify,
} as const
