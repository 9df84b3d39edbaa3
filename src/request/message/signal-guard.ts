import { containRejection } from '../../support/values.js'
import { type ListenerKeeper, listenerFailed } from './event-guard.js'

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown }
/** Node's own listeners pass options, which must reach the signal unchanged. */
type ListenerOptions = Parameters<AbortSignal['addEventListener']>[2]

/**
 * After this call, errors of the listeners of a signal go to its keeper. Node would throw these errors where they
 * cannot be caught.
 */
export function keepSignalListeners(signal: AbortSignal, owner: ListenerKeeper): void {
  const guarded = new WeakMap<Listener, (event: Event) => void>()
  const guard = (listener: Listener) => {
    const known = guarded.get(listener)
    if (known !== undefined) return known
    const call = (event: Event) => {
      try {
        const result = typeof listener === 'function' ? listener.call(signal, event) : listener.handleEvent(event)
        containRejection(result, (error) => owner[listenerFailed](error))
      } catch (error) {
        owner[listenerFailed](error)
      }
    }
    guarded.set(listener, call)
    return call
  }
  // Node itself rejects a value that is not a listener.
  const guardAny = (listener: Listener) =>
    typeof listener === 'function' || Object(listener) === listener ? guard(listener) : listener
  const { addEventListener, removeEventListener } = signal
  let onabort: ((event: Event) => unknown) | null = null
  const callOnabort = (event: Event) => onabort?.call(signal, event)
  Object.defineProperties(signal, {
    addEventListener: {
      value: (type: string, listener: Listener, options?: ListenerOptions) =>
        addEventListener.call(signal, type, guardAny(listener), options),
      configurable: true,
    },
    removeEventListener: {
      value: (type: string, listener: Listener, options?: ListenerOptions) =>
        removeEventListener.call(signal, type, guardAny(listener), options),
      configurable: true,
    },
    onabort: {
      get: () => onabort,
      set: (listener: unknown) => {
        onabort = typeof listener === 'function' ? (listener as () => unknown) : null // checked to be a function
        signal.addEventListener('abort', callOnabort)
      },
      configurable: true,
    },
  })
}
