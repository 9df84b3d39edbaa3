import type { Instance } from '../contracts/instance.js'
import type { PluginOptions } from '../contracts/plugin.js'
import { Module } from '../modules/decorators/module.js'
import { inspectorPlugin } from './inspector-plugin.js'

/**
 * A page that draws the application for its developers. It shows nested contexts with their entries, the entries and
 * stages of a route, and the figures of its requests. `imports: [Inspector]`, or `use(Inspector, options)` with
 * InspectorOptions. The page shows the whole tree, whichever module imports it. Guards and hooks of the modules above
 * it also protect it.
 */
export class Inspector {
  configure(instance: Instance, options: PluginOptions): Promise<void> {
    return inspectorPlugin(instance, options)
  }
}

// A call instead of a decorator, because the class gives its context the name. The bundler renames a class that a
// compiled decorator assigns anew.
Module()(Inspector)
