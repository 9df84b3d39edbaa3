// `alcove dev` loads this file before the application. The file sends the inspection when the application begins to
// listen.
import { subscribe } from 'node:diagnostics_channel'
import { inspect } from '../server/inspect/inspect-server.js'
import type { ServerListening } from '../server/start/tool-channels.js'

// The application has a process group of its own, so nothing else ends it when `alcove dev` is killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

subscribe('alcove.listen', (message) => {
  const { instance } = message as ServerListening // what the channel carries
  // The application itself reports a boot that fails.
  const booted = instance.ready().then(() => process.send?.(inspect(instance)))
  Promise.resolve(booted).catch(() => {})
})
