import { EventEmitter } from '../../packages/node.cjs'

/**
 * The field by which an emitter knows that it must catch rejections of async listeners. Node sets it only by an option.
 */
export const capture = findCapture()

function findCapture(): symbol | null {
  const plain = new EventEmitter()
  const capturing = new EventEmitter({ captureRejections: true })
  const symbols = Object.getOwnPropertySymbols(capturing)
  return symbols.find((symbol) => Reflect.get(plain, symbol) !== Reflect.get(capturing, symbol)) ?? null
}
