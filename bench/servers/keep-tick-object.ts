import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Inside a tick the resource is node's own tick object. While one is alive V8 keeps its hidden class through full
 * collections. `process.nextTick` then stays as cheap as in a new process. This is a property of the process, not of a
 * framework.
 */
export function keepTickObject(): Promise<void> {
  return new Promise((resolve) =>
    process.nextTick(() => {
      kept.push(executionAsyncResource())
      resolve()
    }),
  )
}
