import { defineError, defineErrors } from './coded-error.js'

/** The tree of modules and its declarations. */
export const treeCodes = defineErrors(() => ({
  ALC_ERR_ENTRY_UNDEFINED: defineError(
    500,
    (entry: string, list: string, module: string) =>
      `${entry} of ${module} is undefined. The name is not exported, or its file is part of a circular import. Correct the name, or break the cycle: ${list === 'imports' ? 'write imports: [() => [TheModule]]' : `move it to a file that does not import ${module}`}`,
  ),
  ALC_ERR_ENTRY_INVALID: defineError(
    500,
    (entry: string, module: string, got: string, expected: string) =>
      `${entry} of ${module} is ${got}. Use ${expected}`,
    'TypeError',
  ),
  ALC_ERR_ENTRY_MISPLACED: defineError(500, (name: string, where: string, what: string, list: string) =>
    where === 'bootstrap(…)'
      ? `bootstrap(…) got ${name}, but it is ${what}. List it in "${list}" of a class with @Module, and pass that class`
      : `${name} is in ${where}, but it is ${what}. Move it to "${list}"${list === 'plugins' ? ', as it is or as use(plugin, options)' : ''}`,
  ),
  ALC_ERR_THUNK_FAILED: defineError(
    500,
    (entry: string, module: string, reason: string) =>
      `${entry} of ${module} is a function that must return modules, but it threw: ${reason}. Load its modules before you create the application`,
  ),
  ALC_ERR_MODULE_CYCLE: defineError(
    500,
    (path: string) =>
      `Modules import each other, so their contexts would nest without end:\n${path}\nRemove one of these imports, and move the parts that both modules need into a module above both`,
  ),
  ALC_ERR_MODULE_TWICE: defineError(
    500,
    (name: string, parent: string, { prefix, wrapped }: { readonly prefix: string; readonly wrapped: boolean }) =>
      wrapped
        ? `${parent} imports the wrapped module ${name} twice, so it would register everything twice in one context. Remove one`
        : `${parent} imports ${name} twice with ${prefix === '' ? 'no prefix' : `the prefix "${prefix}"`}. Remove one, or give it another prefix, as in use(${name}, { prefix: '/other' })`,
  ),
  ALC_ERR_WRAPPED_PREFIX: defineError(
    500,
    (name: string, prefix: string, where: string) =>
      `${name} is decorated with @PluginWrapped, so it has no context for the prefix "${prefix}" (given by ${where}). Put the prefix on its controllers, or remove @PluginWrapped`,
  ),
  ALC_ERR_CONTROLLER_UNDECORATED: defineError(
    500,
    (name: string, where: string, hint: string | null) =>
      `${name} is in ${where}, but is not decorated with @Controller. ${hint ?? "Add @Controller('/path') to the class"}`,
  ),
  ALC_ERR_DECLARED_TWICE: defineError(
    500,
    (what: string, first: string, second: string, context: string) =>
      `${what} is declared twice in the context of ${context}: by ${first}${first === second ? ' itself' : ` and by ${second}`}. Remove one`,
  ),
  ALC_ERR_OFFER_UNKNOWN: defineError(500, (module: string, offered: string, isModule = false) =>
    isModule
      ? `${module} offers ${offered}, which is a module. Offer providers: write those that ${offered} offers`
      : `${module} offers ${offered}, but neither provides it nor gets it from a module below. Add it to its providers, or to the offers of the module that provides it`,
  ),
  ALC_ERR_OFFER_TWICE: defineError(
    500,
    (provider: string, parent: string, first: string, second: string) =>
      `${parent} gets ${provider} twice: from ${first} and from ${second}. Remove one of them, or provide it under a token of its own`,
  ),
  ALC_ERR_CONTRIBUTION_UNCOLLECTED: defineError(
    500,
    (module: string, provider: string, list: string, way: string) =>
      `${module} contributes ${provider} to the collection ${list}, which neither ${module} nor a module above collects. ${way}`,
  ),
  ALC_ERR_MEMBER_UNCOLLECTED: defineError(
    500,
    (member: string, decorator: string, module: string, way: string) =>
      `${member} has @${decorator}, which neither ${module} nor a module above collects, so nothing calls it. ${way}`,
  ),
  ALC_ERR_OFFER_TOO_EARLY: defineError(
    500,
    (module: string) =>
      `${module} offers or contributes a provider that is needed before ${module} loads. A module class with configure() is built before the modules below it load. Inject it into a provider, or use it in an onReady hook`,
  ),
  ALC_ERR_MEMBER_MISPLACED: defineError(
    500,
    (member: string, decorator: string, place: string) => `${member} has ${decorator}, which belongs ${place}`,
  ),
  ALC_ERR_PATH_PARAMETER: defineError(500, (handler: string, name: string | null, declared: readonly string[]) => {
    const path = `its path has ${declared.length === 0 ? 'none' : `only ${declared.map((each) => `"${each}"`).join(', ')}`}`
    if (name === null)
      return `${handler} has a params schema, but ${path}. Remove the schema, or add a parameter to the path`
    const plain = String(name).replace(/^:/, '')
    const rest = declared.includes('*') ? '. The name of the rest of a path is "*"' : ''
    const long = declared.some((each) => /.[:?*]/.test(each))
    const ends = long ? '. A name ends at "/", "-", "." or "(", or at a "?" at the end of the last segment' : ''
    const advice = declared.includes(plain)
      ? `Write "${plain}"`
      : `Add ":${plain}" to the path, or correct the name in @Param or the params schema${rest}${ends}`
    return `${handler} reads the path parameter "${name}", but ${path}. ${advice}`
  }),
  ALC_ERR_SCHEMA_CONFLICT: defineError(
    500,
    (member: string, part: string, first: string, second: string) =>
      `${member} has two different ${part} schemas: one from ${first} and one from ${second}. Remove one`,
  ),
  ALC_ERR_OVERRIDE_UNUSED: defineError(
    500,
    (name: string) =>
      `The option "override" replaces ${name}, but no module lists it. List it in a module, or remove the override`,
  ),
  ALC_ERR_MODULE_UNKNOWN: defineError(500, (module: string, count: number) =>
    count === 0
      ? `get() looks in ${module}, which is not a module of this application. Name a module that is imported`
      : `get() looks in ${module}, which has ${count} contexts. Name a module with one context, below or above it`,
  ),
  ALC_ERR_NOT_BOOTED: defineError(
    500,
    (what: string) => `${what} is known only after the application has booted. Await app.ready() or app.listen() first`,
  ),
  ALC_ERR_FORBIDDEN: defineError(403, () => 'Access denied by a guard of this route'),
}))
