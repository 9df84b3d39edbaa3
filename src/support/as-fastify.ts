// Set where `dist/bundles/fastify.cjs` is bundled (`build:bundles` in package.json).
declare const ALCOVE_AS_FASTIFY: boolean | undefined

/**
 * Whether this copy of the code is the drop-in, `alcove/fastify`: it answers as Fastify 5 does where alcove has another
 * answer. A constant of the bundle, so that the core decides nothing by it and pays nothing for it.
 */
export const asFastify: boolean = typeof ALCOVE_AS_FASTIFY !== 'undefined' && ALCOVE_AS_FASTIFY
