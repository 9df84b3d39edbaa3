import { EventEmitter } from '../../packages/node.cjs'

/**
 * The symbol under which node stores whether an emitter catches rejections of async listeners. Node sets the field only
 * by the option `captureRejections`. Null if node has no such field.
 */
export const capture = findCapture()

function findCapture(): symbol | null {
  const plain = new EventEmitter()
  const capturing = new EventEmitter({ captureRejections: true })
  const symbols = Object.getOwnPropertySymbols(capturing)
  return symbols.find((symbol) => Reflect.get(plain, symbol) !== Reflect.get(capturing, symbol)) ?? null
}
