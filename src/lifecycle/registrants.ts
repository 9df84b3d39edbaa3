import type { Registrant } from '../contracts/inspection.js'

/** A registrant with the one on whose behalf it acts: who registered the plugin, who imports the module. */
export interface RegistrantLink extends Registrant {
  readonly parent: RegistrantLink | null
}

/**
 * Who is registering now. Plugins load one at a time, and one that is awaited in another ends before it, so those that
 * run are a stack; what a plugin registers after it has ended is laid to the one that runs then.
 */
export class Registrants {
  readonly #running: RegistrantLink[] = []

  get current(): RegistrantLink | null {
    return this.#running.at(-1) ?? null
  }

  enter(registrant: RegistrantLink): void {
    this.#running.push(registrant)
  }

  leave(registrant: RegistrantLink): void {
    const index = this.#running.lastIndexOf(registrant)
    if (index !== -1) this.#running.splice(index, 1)
  }

  /** What `run` registers at once is laid to `registrant`. */
  within<T>(registrant: RegistrantLink, run: () => T): T {
    this.enter(registrant)
    try {
      return run()
    } finally {
      this.leave(registrant)
    }
  }
}

/** From the one that a context was made for to the one that registered something in it. */
export function pathTo(registrant: RegistrantLink | null, opener: RegistrantLink): Registrant[] {
  const path: Registrant[] = []
  for (let link = registrant; link !== null && link !== opener; link = link.parent) path.unshift(plain(link))
  return [plain(opener), ...path]
}

function plain({ kind, name }: Registrant): Registrant {
  return { kind, name }
}
