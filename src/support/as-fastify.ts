// The bundler sets this constant for `dist/bundles/fastify.cjs` (`build:bundles` in package.json).
declare const ALCOVE_AS_FASTIFY: boolean | undefined

/**
 * Whether this copy of the code is the drop-in, `alcove/fastify`. It answers as Fastify 5 does where the core differs
 * (docs/reference/fastify-differences.md). Each bundle has one value. An option of the server would have to be passed
 * to each use.
 */
export const asFastify: boolean = typeof ALCOVE_AS_FASTIFY !== 'undefined' && ALCOVE_AS_FASTIFY
