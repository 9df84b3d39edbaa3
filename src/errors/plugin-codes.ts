import { defineError, defineErrors, quoted } from './coded-error.js'

/** Loading of plugins. */
export const pluginCodes = defineErrors(() => ({
  FST_ERR_PLUGIN_VERSION_MISMATCH: defineError(
    500,
    (plugin: string, range: string, version: string, context: string) =>
      `fastify-plugin: ${plugin} - expected '${range}' fastify version, '${version}' is installed (context "${context}"). Install a release of the plugin for the version of the API that this server has`,
  ),
  FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE: defineError(
    500,
    (decorator: string, plugin: string, where: string, context: string) =>
      `The decorator '${decorator}' required by '${plugin}' is not present in ${where} of context "${context}". First register the plugin that adds it, here or in a context above`,
  ),
  FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER: defineError(
    500,
    (plugin: string) =>
      `The plugin "${plugin}" mixes async and callback styles. Remove its third parameter, or the word async`,
    'TypeError',
  ),
  FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED: defineError(
    500,
    (dependency: string, plugin: string, context: string) =>
      `The dependency '${dependency}' of plugin '${plugin}' is not registered in context "${context}" or above. Register it first`,
  ),
  FST_ERR_PLUGIN_CALLBACK_NOT_FN: defineError(
    500,
    (text: string) => `after() and ready() take a function: ${text}`,
    'TypeError',
  ),
  FST_ERR_PLUGIN_NOT_VALID: defineError(
    500,
    (context: string | null, got: string) =>
      `${context === null ? 'pluginWrapper' : `register in context "${context}"`} got ${got}. Pass a plugin function (instance, options), or a module whose default export is one. A circular import gives undefined`,
  ),
  FST_ERR_ROOT_PLG_BOOTED: defineError(
    500,
    (plugin: string, context: string) =>
      `Plugin "${plugin}" was registered in context "${context}" after boot. Register it before ready(), listen() and inject()`,
  ),
  FST_ERR_PARENT_PLUGIN_BOOTED: defineError(
    500,
    (plugin: string, context: string) =>
      `Plugin "${plugin}" was registered in context "${context}", which has finished loading or has timed out. Register it inside that plugin function, and let the function end in time (pluginTimeout)`,
  ),
  ALC_ERR_PLUGIN_REJECTED: defineError(
    500,
    (plugin: string, context: string, got: string) =>
      `Plugin "${plugin}" in context "${context}" failed with ${got}. Reject with an Error that describes the problem`,
  ),
  ALC_ERR_PLUGIN_DONE_TWICE: defineError(
    500,
    (plugin: string, context: string) =>
      `Plugin "${plugin}" in context "${context}" called \`done\` twice, and other plugins loaded after the first call. Call it once, at the end, or make the plugin an async function`,
  ),
  ALC_ERR_PLUGIN_FAILED_LATE: defineError(
    500,
    (plugin: string, context: string) =>
      `Plugin "${plugin}" in context "${context}" failed after it had called done. Call done once, at the end. The failure is the cause of this error`,
  ),
  FST_ERR_PLUGIN_TIMEOUT: defineError(
    500,
    (plugin: string, context: string, milliseconds: number, how: string) =>
      `Plugin "${plugin}" in context "${context}" did not finish within ${milliseconds} ms: ${how}. If it needs longer, raise the server option pluginTimeout`,
  ),
  ALC_ERR_OPENAPI_OPTION: defineError(
    500,
    (option: string, got: string, expected: string) => `Option ${option} of OpenApi is ${got}. Pass ${expected}`,
    'TypeError',
  ),
}))
/** Logging. */
export const logCodes = defineErrors(() => ({
  FST_ERR_LOG_INVALID_DESTINATION: defineError(
    500,
    () => 'Cannot specify both logger.stream and logger.file options. Remove one',
  ),
  FST_ERR_LOG_INVALID_LOGGER: defineError(
    500,
    (missing: readonly string[]) => `Invalid logger object provided. It lacks the functions ${quoted(missing)}`,
    'TypeError',
  ),
  FST_ERR_LOG_INVALID_LOGGER_INSTANCE: defineError(
    500,
    () =>
      'loggerInstance must be a logger with info, error, debug, fatal, warn, trace and child. Pass options of a logger as logger',
    'TypeError',
  ),
  FST_ERR_LOG_INVALID_LOGGER_CONFIG: defineError(
    500,
    () => 'The option logger is a logger, but takes options. Pass a logger as loggerInstance',
    'TypeError',
  ),
  FST_ERR_LOG_LOGGER_AND_LOGGER_INSTANCE_PROVIDED: defineError(
    500,
    () => 'You cannot provide both logger and loggerInstance. Please provide only one.',
    'TypeError',
  ),
  FST_ERR_LOG_INVALID_LOG_CONTROLLER: defineError(
    500,
    (got: string) => `logController must be an instance of LogController, got ${got}`,
    'TypeError',
  ),
}))
