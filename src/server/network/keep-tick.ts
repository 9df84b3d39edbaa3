import { executionAsyncResource } from 'node:async_hooks'

let kept: object | null = null

/**
 * Keeps one of the objects that stand for a call of `process.nextTick` alive. When a full collection finds none, V8
 * forgets their hidden class, and from then on each such call costs 4 to 6 times as much for as long as the process
 * lives; a request makes about ten. Without it W1 takes 1.07 of the time on node 20, W3 1.02; on node 24 W1 1.02 and W3 1.00,
 * 1.13 and 1.07 in the longest run (`npm run bench -- --ablate --only W1,W3 --kinds without-tick`).
 */
export function keepTick(): void {
  if (kept !== null) return
  process.nextTick(() => {
    kept = executionAsyncResource()
  })
}
