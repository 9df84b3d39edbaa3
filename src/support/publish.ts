import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Channel } from 'node:diagnostics_channel'
import { containRejection } from './values.js'

type Failed = (error: unknown, channel: string | symbol) => void
type Subscriber = (message: unknown, name: string | symbol) => unknown
type Stores = Map<AsyncLocalStorage<unknown>, ((message: unknown) => unknown) | undefined>

/**
 * Publishes to the subscribers of a channel. A subscriber that throws would end the process in node. Here its error
 * goes to `failed`.
 */
export function publish(channel: Channel, message: object, failed: Failed): void {
  const subscribers: unknown = Reflect.get(channel, '_subscribers') // the types of node omit it
  if (!Array.isArray(subscribers)) {
    channel.publish(message)
    return
  }
  const report = (error: unknown) => failed(error, channel.name)
  const called = [...subscribers] as Subscriber[] // `subscribe` takes nothing else; a copy, as one may unsubscribe
  for (const subscriber of called) {
    try {
      containRejection(subscriber(message, channel.name), report)
    } catch (error) {
      report(error)
    }
  }
}

/** Publishes to the subscribers, and runs a function with the stores that are bound to the channel, as `runStores`. */
export function publishAround(channel: Channel, message: object, run: () => void, failed: Failed): void {
  const stores: unknown = Reflect.get(channel, '_stores') // the types of node omit it
  let wrapped = () => {
    publish(channel, message, failed)
    run()
  }
  const bound = stores instanceof Map ? (stores as Stores) : [] // `bindStore` takes nothing else
  for (const [store, transform] of bound) {
    const next = wrapped
    wrapped = () => {
      let value: unknown = message
      try {
        if (transform !== undefined) value = transform(message)
      } catch (error) {
        failed(error, channel.name)
        next()
        return
      }
      store.run(value, next)
    }
  }
  wrapped()
}
