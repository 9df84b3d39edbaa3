import type { AroundFunction } from 'alcove'

/** Every answer stands under `data`. */
export const transform: AroundFunction = async (_request, _reply, next) => ({ data: await next() })
