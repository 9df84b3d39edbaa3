import type { Instance } from '../../contracts/instance.js'
import type { Precompiled } from '../../contracts/precompiled.js'
import type { ListenOptions } from '../../contracts/server-options.js'
import { channel } from '../../packages/node.cjs'
import { type Findings, firstOnly } from '../../support/report.js'

// On these channels a tool in the same process, such as the command line, takes part in the life of servers. Nobody
// listens in production, and then they cost nothing.

const created = channel('alcove.created')
const listening = channel('alcove.listen')

/** A server was made. A tool that wants all problems, not only the first, puts here where it takes them. */
export interface ServerCreated {
  readonly instance: Instance
  findings: Findings
  /** Replaces the option `precompiled`, if not null. The tool sets it. */
  precompiled: Precompiled | null
  /** Added by the tool to the option `override` of `bootstrap`. */
  override: readonly unknown[]
}

/** A server is about to listen. A tool that wants it for itself sets `isTaken`. */
export interface ServerListening {
  readonly instance: Instance
  readonly options: ListenOptions
  isTaken: boolean
}

/** Announces a new server to tools, and returns the message, into which they may have written. */
export function announceServer(instance: Instance): ServerCreated {
  const message: ServerCreated = { instance, findings: firstOnly, precompiled: null, override: [] }
  if (created.hasSubscribers) created.publish(message)
  return message
}

/** Whether a tool takes a server that is about to listen. */
export function isTakenByTool(instance: Instance, options: ListenOptions): boolean {
  if (!listening.hasSubscribers) return false
  const message: ServerListening = { instance, options, isTaken: false }
  listening.publish(message)
  return message.isTaken
}
