import { serverCodes } from '../../errors/server-codes.js'
import { hookNames } from '../../lifecycle/hook-names.js'

/** The function that got the options, and the names of the options that only this function reads. */
export interface OptionsEntry {
  readonly name: string
  readonly optionNames: readonly string[]
}

/** The code to write in place of an option: with the core, and with modules. */
export interface Instead {
  readonly core: string
  readonly modules: string
}

interface Misplaced extends Instead {
  /** Values that ask for nothing. */
  readonly idle?: readonly unknown[]
}

const idleByDefault: readonly unknown[] = [undefined, false, '']

export const both = (text: string): Instead => ({ core: text, modules: text })

const ofModule = (name: string, core: string): Instead => ({
  core,
  modules: `Write @Module({ ${name} }) on the root module`,
})

const ofListen = (name: string) => both(`Pass it to listen: listen({ ${name} })`)

const ofClasses = (name: string) =>
  ofModule(name, `Write @Module({ ${name} }) on a class, and pass the class to bootstrap`)

const ofHook = (name: string): Instead => ({
  core: `Write addHook('${name}', fn)`,
  modules: `Write @Hook('${name}') on a method of the root module`,
})

const parsers = 'Write configure(instance) in the root module'

/** Options of Fastify's `register` and `listen`, of `@Module`, and of Nest. No server reads them. */
const misplaced: Readonly<Record<string, Misplaced>> = {
  ...table(['port', 'host', 'backlog', 'exclusive', 'readableAll', 'writableAll', 'ipv6Only'], ofListen),
  ...table(['listenTextResolver'], ofListen),
  hostname: both('Pass it to listen: listen({ host })'),
  ...table(hookNames, ofHook),
  ...table(['imports', 'controllers', 'providers', 'collects', 'offers', 'guarded', 'inject'], ofClasses),
  prefix: ofModule('prefix', 'Write register(plugin, { prefix })'),
  plugins: ofModule('plugins', 'Write register(plugin, options) for each'),
  schemas: ofModule('schemas', 'Write addSchema(schema) for each'),
  decorate: ofModule('decorate', 'Write decorate(name, value) for each'),
  decorateRequest: ofModule('decorateRequest', 'Write decorateRequest(name, value) for each'),
  decorateReply: ofModule('decorateReply', 'Write decorateReply(name, value) for each'),
  validatorCompiler: ofModule('validatorCompiler', 'Write setValidatorCompiler(compiler)'),
  serializerCompiler: ofModule('serializerCompiler', 'Write setSerializerCompiler(compiler)'),
  errorHandler: {
    core: 'Write setErrorHandler(handler)',
    modules: 'Write @ErrorHandler() on a method of the root module',
  },
  notFoundHandler: {
    core: 'Write setNotFoundHandler(handler)',
    modules: 'Write @NotFoundHandler() on a method of the root module',
  },
  logLevel: both("Write logger: { level: 'debug' }"),
  globalPrefix: ofModule('prefix', 'Write register(plugin, { prefix })'),
  cors: {
    core: 'Write register(cors, options) with @fastify/cors',
    modules: 'Write @Module({ plugins: [use(cors, options)] }) on the root module, with @fastify/cors',
  },
  versioning: both("Give each version a prefix, or write constraints: { version: '1.0.0' } on its routes"),
  httpsOptions: both('Its name is "https"'),
  bodyParser: {
    core: 'Write removeAllContentTypeParsers()',
    modules: `${parsers}, and call instance.removeAllContentTypeParsers() there`,
    idle: [undefined, true],
  },
  rawBody: {
    core: "Write addContentTypeParser('application/json', { parseAs: 'buffer' }, parser)",
    modules: `${parsers}, and call instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, parser) there`,
  },
}

export function table<T>(names: readonly string[], insteadOf: (name: string) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, insteadOf(name)]))
}

/**
 * Refuses an option that has its effect elsewhere. A server with `prefix` or `onRequest` would start without the prefix
 * and without the hook.
 */
export function checkPlace(name: string, value: unknown, entry: OptionsEntry): void {
  const instead = Object.hasOwn(misplaced, name) ? misplaced[name] : undefined
  if (instead === undefined || entry.optionNames.includes(name)) return
  if ((instead.idle ?? idleByDefault).includes(value)) return
  const fix = entry.name === 'createServer' ? instead.core : instead.modules
  throw new serverCodes.ALC_ERR_OPTION_UNKNOWN(`Option "${name}" of ${entry.name} has no effect. ${fix}`)
}
