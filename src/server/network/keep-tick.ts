import { executionAsyncResource } from '../../packages/node.cjs'

let kept: object | null = null

/**
 * Keeps one of the objects alive that node makes for a call of `process.nextTick`. When a full collection finds none, V8
 * forgets their hidden class. From then on each such call costs 4 to 6 times as much, until the process ends. A request
 * makes about ten such calls. Without the object, the benchmark W1 takes 1.07 of the time on node 20, and W3 1.02. On
 * node 24, W1 takes 1.02 and W3 1.00. The longest run has 1.13 and 1.07
 * (`npm run bench -- --ablate --only W1,W3 --kinds without-tick`).
 */
export function keepTick(): void {
  if (kept !== null) return
  process.nextTick(() => {
    kept = executionAsyncResource()
  })
}
