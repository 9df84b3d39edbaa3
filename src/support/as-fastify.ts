// The bundler sets it for `dist/bundles/fastify.cjs` (`build:bundles` in package.json).
declare const ALCOVE_AS_FASTIFY: boolean | undefined

/**
 * Whether this copy of the code is the drop-in, `alcove/fastify`. It answers as Fastify 5 does where the core answers
 * otherwise (docs/reference/fastify-differences.md). It is one value for each bundle. An option of the server would have
 * to reach each of its uses.
 */
export const asFastify: boolean = typeof ALCOVE_AS_FASTIFY !== 'undefined' && ALCOVE_AS_FASTIFY
