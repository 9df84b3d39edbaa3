import { EventEmitter } from 'node:events'

/** The field by which an emitter knows that rejections of async listeners are wanted; node sets it by an option alone. */
export const capture = findCapture()

function findCapture(): symbol | null {
  const plain = new EventEmitter()
  const capturing = new EventEmitter({ captureRejections: true })
  const symbols = Object.getOwnPropertySymbols(capturing)
  return symbols.find((symbol) => Reflect.get(plain, symbol) !== Reflect.get(capturing, symbol)) ?? null
}
