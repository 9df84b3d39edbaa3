import type { AroundFunction } from 'alcove'

/** Puts every answer under `data`. */
export const transform: AroundFunction = async (_request, _reply, next) => ({ data: await next() })
