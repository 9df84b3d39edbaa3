import { type DecoratedMember, Hook, Inject, Injectable, Log, type Logger, memberDecorator } from 'alcove'

/** The events of the application, with their payloads. */
export interface Events {
  'order.created': { id: number; name: string }
  'order.paid': { id: number }
}

type EventName = keyof Events
type Listener = DecoratedMember<[event: EventName]>

/** Was `@OnEvent` of `@nestjs/event-emitter`: the method gets each event of the name. */
export const OnEvent = memberDecorator<[event: EventName]>('on')

/** Was `EventEmitter2`. Only the shutdown of the application waits for the listeners. */
@Injectable()
export class EventBus {
  readonly #underWay = new Set<Promise<void>>()
  readonly #listeners: Listener[] = []

  constructor(@Inject(Log) private readonly log: Logger) {}

  listen(listeners: readonly Listener[]): void {
    this.#listeners.push(...listeners)
  }

  emit<Name extends EventName>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.filter(({ args }) => args[0] === name)) {
      const call = this.#call(listener, event).finally(() => this.#underWay.delete(call))
      this.#underWay.add(call)
    }
  }

  /** A listener may emit, too. */
  @Hook('preClose')
  async settle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  async #call(listener: Listener, event: Events[EventName]): Promise<void> {
    try {
      await listener.call(event)
    } catch (error) {
      this.log.error({ err: error, method: listener.method }, 'a listener failed')
    }
  }
}

/** Separate from the bus: listeners that emit inject the bus, which would be a circular dependency. */
@Injectable()
export class EventListeners {
  constructor(bus: EventBus, @Inject(OnEvent.members()) listeners: readonly Listener[]) {
    bus.listen(listeners)
  }
}
