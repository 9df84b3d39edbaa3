import { defineError, defineErrors } from './coded-error.js'

/** The tree of modules and what it declares. */
export const treeCodes = defineErrors({
  ALC_ERR_ENTRY_UNDEFINED: defineError(
    'ALC_ERR_ENTRY_UNDEFINED',
    500,
    (entry: string, list: string, module: string) =>
      `${entry} of ${module} is undefined: nothing of that name is exported there, or its file takes part in a cycle of imports and had not finished loading. Correct the name, or break the cycle: ${list === 'imports' ? 'imports: [() => [TheModule]] names it later' : `move it to a file that does not import ${module}`}`,
  ),
  ALC_ERR_ENTRY_INVALID: defineError(
    'ALC_ERR_ENTRY_INVALID',
    500,
    (entry: string, module: string, got: string, expected: string) =>
      `${entry} of ${module} is ${got}, expected ${expected}`,
    'TypeError',
  ),
  ALC_ERR_ENTRY_MISPLACED: defineError(
    'ALC_ERR_ENTRY_MISPLACED',
    500,
    (name: string, where: string, what: string, list: string) =>
      `${name} stands in ${where}, but it is ${what}: list it under "${list}" instead`,
  ),
  ALC_ERR_THUNK_FAILED: defineError(
    'ALC_ERR_THUNK_FAILED',
    500,
    (entry: string, module: string, reason: string) =>
      `${entry} of ${module} is a function that should return modules, and threw instead: ${reason}. It is called once, when the application is made: what it names must have loaded by then`,
  ),
  ALC_ERR_MODULE_CYCLE: defineError(
    'ALC_ERR_MODULE_CYCLE',
    500,
    (path: string) =>
      `Modules import each other in a circle, so their contexts would nest without end:\n${path}\nRemove one of these imports: what both sides need goes into a module above both`,
  ),
  ALC_ERR_MODULE_TWICE: defineError(
    'ALC_ERR_MODULE_TWICE',
    500,
    (name: string, parent: string, prefix: string) =>
      `${parent} imports ${name} twice with ${prefix === '' ? 'no prefix' : `the prefix "${prefix}"`}: remove one, or give them different prefixes, as in use(${name}, { prefix: '/other' })`,
  ),
  ALC_ERR_WRAPPED_PREFIX: defineError(
    'ALC_ERR_WRAPPED_PREFIX',
    500,
    (name: string, prefix: string, where: string) =>
      `${name} is decorated with @PluginWrapped, so it has no context that the prefix "${prefix}" (given by ${where}) could belong to: put the prefix on its controllers, or remove @PluginWrapped`,
  ),
  ALC_ERR_CONTROLLER_UNDECORATED: defineError(
    'ALC_ERR_CONTROLLER_UNDECORATED',
    500,
    (name: string, where: string, hint: string | null) =>
      `${name} stands in ${where} but is not decorated with @Controller: ${hint ?? "put @Controller('/path') above the class"}`,
  ),
  ALC_ERR_DECLARED_TWICE: defineError(
    'ALC_ERR_DECLARED_TWICE',
    500,
    (what: string, first: string, second: string, context: string) =>
      `${what} is declared twice in the context of ${context}: by ${first} and by ${second}. Keep one of them`,
  ),
  ALC_ERR_OFFER_UNKNOWN: defineError(
    'ALC_ERR_OFFER_UNKNOWN',
    500,
    (module: string, provider: string) =>
      `${module} offers ${provider}, which it does not provide and no module below offers to it: add it to its providers, or to the offers of the module that provides it`,
  ),
  ALC_ERR_OFFER_TWICE: defineError(
    'ALC_ERR_OFFER_TWICE',
    500,
    (provider: string, parent: string, first: string, second: string) =>
      `${parent} gets ${provider} twice: from ${first} and from ${second}. Remove one of them, or provide it under a token of its own`,
  ),
  ALC_ERR_CONTRIBUTION_UNCOLLECTED: defineError(
    'ALC_ERR_CONTRIBUTION_UNCOLLECTED',
    500,
    (module: string, provider: string, list: string, way: string) =>
      `${module} contributes ${provider} to the collection ${list}, which neither ${module} nor a module above collects. ${way}`,
  ),
  ALC_ERR_MEMBER_UNCOLLECTED: defineError(
    'ALC_ERR_MEMBER_UNCOLLECTED',
    500,
    (member: string, decorator: string, module: string, way: string) =>
      `${member} carries @${decorator}, which neither ${module} nor a module above collects, so nothing would call it. ${way}`,
  ),
  ALC_ERR_OFFER_TOO_EARLY: defineError(
    'ALC_ERR_OFFER_TOO_EARLY',
    500,
    (module: string) =>
      `What ${module} offers or contributes is needed before ${module} opens: a module class with configure() is built before the modules below it open. Inject it into a provider, or use it in an onReady hook`,
  ),
  ALC_ERR_MEMBER_MISPLACED: defineError(
    'ALC_ERR_MEMBER_MISPLACED',
    500,
    (member: string, decorator: string, place: string) => `${member} carries ${decorator}, which belongs ${place}`,
  ),
  ALC_ERR_PATH_PARAMETER: defineError(
    'ALC_ERR_PATH_PARAMETER',
    500,
    (handler: string, name: string | null, declared: readonly string[]) => {
      const path = `its path has ${declared.length === 0 ? 'none' : `only ${declared.map((each) => `"${each}"`).join(', ')}`}`
      if (name === null)
        return `${handler} has a params schema, but ${path}: remove the schema, or write a parameter into the path`
      return `${handler} reads the path parameter "${name}", but ${path}: write ":${name}" into the path, or another name into @Param or the params schema`
    },
  ),
  ALC_ERR_SCHEMA_CONFLICT: defineError(
    'ALC_ERR_SCHEMA_CONFLICT',
    500,
    (member: string, part: string, first: string, second: string) =>
      `${member} has two different ${part} schemas: one from ${first} and one from ${second}. Keep one of them`,
  ),
  ALC_ERR_OVERRIDE_UNUSED: defineError(
    'ALC_ERR_OVERRIDE_UNUSED',
    500,
    (name: string) =>
      `The option "override" replaces ${name}, but no module lists it: list it in a module, or remove the override`,
  ),
  ALC_ERR_MODULE_UNKNOWN: defineError('ALC_ERR_MODULE_UNKNOWN', 500, (module: string, count: number) =>
    count === 0
      ? `get() looks in ${module}, which is not a module of this application: name one that is imported`
      : `get() looks in ${module}, which stands in ${count} contexts: name a module that stands in one, below or above it`,
  ),
  ALC_ERR_NOT_BOOTED: defineError(
    'ALC_ERR_NOT_BOOTED',
    500,
    (what: string) => `${what} is known only after the application has booted: await app.ready() or app.listen() first`,
  ),
  ALC_ERR_FORBIDDEN: defineError('ALC_ERR_FORBIDDEN', 403, () => 'Access denied by a guard of this route'),
})
