import type { Instance } from '../contracts/instance.js'
import type { RegistrantLink } from '../lifecycle/registrants.js'
import type { Findings } from '../support/report.js'
import type { Knowledge } from './knowledge.js'
import { coreOf, draftOf } from './open-context.js'

// How a layer that registers for others says for whom. Nothing runs on it: it is for inspection.

/** Tells the server of an instance what a layer above knows of it. */
export function shareKnowledge(instance: Instance, knowledge: Knowledge): void {
  coreOf(instance).knowledge = knowledge
}

/** Names the one that the context of an instance was made for. */
export function setOpener(instance: Instance, opener: RegistrantLink): void {
  draftOf(instance).opener = opener
}

/** What `run` registers at once is laid to `registrant`. */
export function registerAs<T>(instance: Instance, registrant: RegistrantLink, run: () => T): T {
  return coreOf(instance).registrants.within(registrant, run)
}

/** Where problems of the boot of an instance's server go. */
export function findingsOf(instance: Instance): Findings {
  return coreOf(instance).findings
}
