import { defineError, defineErrors } from './coded-error.js'

/** The command line, and queries of tools about an inspected application. */
export const cliCodes = defineErrors(() => ({
  ALC_ERR_CLI_ENTRY_MISSING: defineError(
    500,
    (file: string, problem: 'does not exist' | 'is a folder') =>
      `${problem === 'is a folder' ? file : `The file ${file}`} ${problem}. Give the file that exports the root module, or starts the application, with --entry`,
  ),
  ALC_ERR_CLI_ENTRY_UNKNOWN: defineError(
    500,
    (folder: string, tried: readonly string[]) =>
      `No entry found in ${folder} (looked for ${tried.join(', ')}). Give the file that exports the root module, or starts the application, with --entry. Or name it in package.json: "alcove": { "entry": "src/main.ts" }`,
  ),
  ALC_ERR_CLI_ENV_FILE: defineError(
    500,
    (file: string) => `--env-file ${file} is not a file. Correct the path, or remove the option`,
  ),
  ALC_ERR_CLI_OVERRIDE: defineError(
    500,
    (file: string, reason: string) =>
      `--override ${file} replaces nothing. ${reason}. Export a list as default, such as [provide(Database, { useValue: fake })], from a file that the entry does not import`,
  ),
  ALC_ERR_CLI_MANIFEST: defineError(
    500,
    (file: string, reason: string) => `${file} cannot be read: ${reason}. Correct it, or give the entry with --entry`,
  ),
  ALC_ERR_CLI_NO_TSCONFIG: defineError(
    500,
    (file: string) =>
      `${file} is a TypeScript file, and no folder above it has a tsconfig.json. Add one, or give the compiled file with --entry`,
  ),
  ALC_ERR_CLI_NO_COMPILER: defineError(
    500,
    (file: string) =>
      `${file} is a TypeScript file, and the project does not have typescript. Run npm install --save-dev typescript, or give the compiled file with --entry`,
  ),
  ALC_ERR_CLI_BUILD: defineError(
    500,
    (project: string, output: string, hasReferences: boolean) =>
      `tsc -p ${project} found errors:\n${output}\nCorrect them, or skip the build with --no-build${hasReferences ? '. If files of the projects under "references" are missing, run tsc -b first' : ''}`,
  ),
  ALC_ERR_CLI_NOT_EMITTED: defineError(
    500,
    (file: string, project: string, looked: readonly string[]) =>
      `tsc -p ${project} wrote no file for ${file} (looked for ${looked.join(', ')}). Include the file in that project, or give the compiled file with --entry`,
  ),
  ALC_ERR_CLI_ENTRY_FAILED: defineError(
    500,
    (file: string, reason: string) => `${file} failed while it was loaded: ${reason}`,
  ),
  ALC_ERR_CLI_ENTRY_ENDED: defineError(
    500,
    (file: string, status: string) =>
      `${file} ended its process (${status}) before it created an application. Start the application with bootstrap(AppModule), or export the root module`,
  ),
  ALC_ERR_CLI_NO_MODULE: defineError(
    500,
    (file: string, exported: readonly string[]) =>
      `${file} neither creates an application with bootstrap or createServer, nor exports a class with @Module (it exports ${exported.length === 0 ? 'nothing' : exported.join(', ')}). Export the root module, or give another file with --entry`,
  ),
  ALC_ERR_CLI_MANY_MODULES: defineError(
    500,
    (file: string, what: string, names: readonly string[]) =>
      `${file} has several ${what} that could be the root: ${names.join(', ')}. Choose one with --export, for example --export ${names[0]}`,
  ),
  ALC_ERR_CLI_EXPORT_UNKNOWN: defineError(
    500,
    (file: string, name: string, names: readonly string[], got: string | null) =>
      got === null
        ? `No root module of ${file} is called "${name}", but ${names.join(', ')}. Name one of these. The exports are not known, because the file waits for listen`
        : `Export "${name}" of ${file} is ${got}. Name a class with @Module, an application, an instance, or a function that creates one (the file exports ${names.length === 0 ? 'nothing' : names.join(', ')})`,
  ),
  ALC_ERR_CLI_FOLDER_TAKEN: defineError(
    500,
    (folder: string) => `${folder} exists and is not empty. Choose another name, or empty the folder`,
  ),
  ALC_ERR_CLI_PACKAGE: defineError(500, (problem: string, way: string) => `${problem}. ${way}`),
  ALC_ERR_CLI_OUT: defineError(
    500,
    (file: string) =>
      `--out ${file} is not a JavaScript file. The command writes JavaScript, and its types beside it. End the name in .js, .mjs or .cjs`,
  ),
  ALC_ERR_CLI_OUT_IS_ENTRY: defineError(
    500,
    (file: string) => `--out ${file} is the entry itself. Write the file under another name`,
  ),
  ALC_ERR_CLI_OUT_FAILED: defineError(
    500,
    (file: string, reason: string) =>
      `${file} cannot be written: ${reason}. Write to another place, or correct the permissions`,
  ),
  ALC_ERR_CLI_NOTHING_STARTS: defineError(
    500,
    (file: string) =>
      `${file} creates no application, so the built file would end at once. Give the file that calls bootstrap or createServer with --entry`,
  ),
  ALC_ERR_CLI_NO_BUNDLER: defineError(
    500,
    () => 'alcove build needs esbuild, which the project does not have. Run npm install --save-dev esbuild',
  ),
  ALC_ERR_CLI_BUNDLE: defineError(
    500,
    (file: string, output: string, missing: readonly string[]) =>
      `esbuild found errors in ${file} or its imports:\n${output}\n${missing.length === 0 ? 'Correct them. Exclude a package that cannot be bundled with --external' : `Install these packages. If they are optional, leave them out: --external ${missing.join(' ')}`}`,
  ),
  ALC_ERR_CLI_NAME_INVALID: defineError(
    500,
    (name: string) =>
      `"${name}" is not a valid package name. Use lower-case letters, digits, "-", "_" and ".", and begin with a letter or a digit`,
  ),
  ALC_ERR_CLI_CHOICE: defineError(
    500,
    (what: string, mistake: string, known: readonly string[]) =>
      `${what} ${mistake}. Give one of: ${known.join(', ')}. With --yes, "alcove new" takes all defaults`,
  ),
  ALC_ERR_ROUTE_UNKNOWN: defineError(500, (route: string, hint: string) => `There is no route ${route}${hint}`),
  ALC_ERR_CONTEXT_UNKNOWN: defineError(
    500,
    (context: string, hint: string) => `No context is called "${context}"${hint}`,
  ),
  ALC_ERR_NAME_UNKNOWN: defineError(
    500,
    (name: string, hint: string) =>
      `No context declares a value, provider, schema, plugin, hook or handler "${name}"${hint}`,
  ),
}))
