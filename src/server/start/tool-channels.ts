import type { Instance } from '../../contracts/instance.js'
import type { Precompiled } from '../../contracts/precompiled.js'
import type { ListenOptions } from '../../contracts/server-options.js'
import { channel } from '../../packages/node.cjs'
import { type Findings, firstOnly } from '../../support/report.js'

// A tool in the same process, such as the command line, subscribes to these channels. In production they have no
// subscribers, and cost nothing.

const created = channel('alcove.created')
const listening = channel('alcove.listen')

/** Published for each new server. A tool that collects all problems, not only the first, sets `findings`. */
export interface ServerCreated {
  readonly instance: Instance
  findings: Findings
  /** Replaces the option `precompiled`, if not null. The tool sets it. */
  precompiled: Precompiled | null
  /** Entries that the tool adds to the option `override` of `bootstrap`. */
  override: readonly unknown[]
}

/** Published before a server listens. A tool sets `isTaken` to keep the server from listening. */
export interface ServerListening {
  readonly instance: Instance
  readonly options: ListenOptions
  isTaken: boolean
}

/** Announces a new server to tools, and returns the message, which they may have changed. */
export function announceServer(instance: Instance): ServerCreated {
  const message: ServerCreated = { instance, findings: firstOnly, precompiled: null, override: [] }
  if (created.hasSubscribers) created.publish(message)
  return message
}

/** Whether a tool keeps a server from listening. */
export function isTakenByTool(instance: Instance, options: ListenOptions): boolean {
  if (!listening.hasSubscribers) return false
  const message: ServerListening = { instance, options, isTaken: false }
  listening.publish(message)
  return message.isTaken
}
