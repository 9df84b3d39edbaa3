import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { cliCodes } from '../errors/cli-codes.js'
import { alcoveVersion } from '../server/start/versions.js'
import { visibleLines } from '../support/visible.js'
import { toProblem } from './answer.js'
import { build } from './build.js'
import * as commands from './commands.js'
import { dev } from './dev.js'
import { ReportedFailure } from './load-application.js'
import { newProject } from './new-project.js'
import { projectChoices } from './project-choices.js'
import { routes, tree } from './survey.js'
import { type ExitCode, exitCodes, type Loading, type LoadingOptions, type Surroundings, Terminal } from './terminal.js'

/** The exit code of a command, once the command has ended. */
type Result = Promise<ExitCode>

const entryAdvice = 'A command reads the file of --entry: alcove check --entry src/main.ts\n'

const about = 'Inspect an alcove application: modules, routes, visibility, problems. Only dev opens a port.'

/** Runs one command line. Resolves to the exit code of the process. */
export async function run(given: readonly string[], surroundings: Surroundings): Promise<number> {
  const end = given.indexOf('--')
  const own = end === -1 ? given : given.slice(0, end)
  const args = end === -1 ? [] : given.slice(end + 1)
  const terminal = new Terminal(surroundings, own.includes('--json'))
  let result: Result = Promise.resolve(exitCodes.done)
  const program = createProgram(terminal, args, (running) => {
    result = running
  })
  try {
    program.parse(own, { from: 'user' })
    return await result
  } catch (error) {
    return reportFailure(error, terminal)
  }
}

function createProgram(terminal: Terminal, args: readonly string[], start: (result: Result) => void): Command {
  const { stdout, stderr } = terminal.surroundings
  const program = new Command('alcove')
    .description(about)
    .version(alcoveVersion, '-v, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print this help.')
    .helpCommand('help [command]', 'Print the help of a command.')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(visibleLines(text)) })
    .addHelpText('after', "\nArguments behind -- are the application's own.\nMore: docs/guide/command-line.md")

  const loading = (name: string, what: string) =>
    program
      .command(name)
      .description(what)
      .option('-e, --entry <file>', 'The file that exports the root module or starts the application.')
      .option('-x, --export <name>', 'The export, or the root module, to use.')
      .option('--no-build', 'Skip the build.')
      .option('--env-file <file>', 'A file of settings, read as by node --env-file. May be repeated.', listed)
      .option('--json', 'Print JSON.')
  const inspecting = (name: string, what: string) =>
    loading(name, what).option(
      '--override <file>',
      'A file whose default export replaces providers, modules and controllers.',
    )
  const on = (options: LoadingOptions): Loading => ({ options, terminal, args })

  const listing = (name: string, what: string) =>
    inspecting(name, what)
      .argument('[words...]', 'List only lines with all of these words, in a name, a path, a method or a handler.')
      .option(
        '-c, --context <name>',
        'List only this context and those below it: a name, or a path such as "App > Shop".',
      )
      .addHelpText('after', '\nIn a terminal, each line is cut to its width. A pipe or a file receives whole lines.')
  listing('tree', 'Print the contexts, with the contents of each.')
    .option('-d, --depth <levels>', 'Draw so many levels of contexts in full, and those below as counts.', toLevels)
    .action((words, options) => start(tree(words, options, on(options))))
  listing('routes', 'Print the routes, with the parts that have a schema, and the hooks in their order.')
    .option('-m, --method <method>', 'List only routes of this method. May be repeated.', listedMethods)
    .option('-p, --path <pattern>', 'List only routes with this path; * matches any characters.')
    .option('-d, --depth <segments>', 'List paths of so many segments in full, and longer ones as counts.', toLevels)
    .option('--unguarded', 'List only routes without a guard and without @Public().')
    .action((words, options) => start(routes(words, options, on(options))))
  inspecting('explain', 'Print everything about one route, or why it sees a name or does not.')
    .argument('<method>', 'GET, POST, …')
    .argument('<path>', 'The declared path (/users/:id), or that of a request (/users/7).')
    .argument('[name]', 'A value, provider, schema, plugin, hook or handler.')
    .action((method, path, name, options) => start(commands.explain({ method, path, name }, on(options))))
  inspecting('openapi', 'Write the OpenAPI 3.1 document of the routes.')
    .option('-o, --out <file>', 'The file to write. Default: standard output.')
    .action((options) => start(commands.openapi(options, on(options))))
  inspecting('client', 'Write a typed client of the routes: one TypeScript file without dependencies.')
    .option('-o, --out <file>', 'The file to write. Default: standard output.')
    .action((options) => start(commands.client(options, on(options))))
  inspecting('check', 'Boot without listening, and print all problems.').action((options) =>
    start(commands.check(on(options))),
  )
  inspecting('compile', 'Write the validators and serializers ahead of time, as a module.')
    .option('-o, --out <file>', 'The file to write. Default: alcove.compiled.js beside the entry.')
    .action((options) => start(commands.compile(options, on(options))))
  inspecting('build', 'Write one file with the application, alcove and the compiled schemas.')
    .option('-o, --out <file>', 'The file to write. Default: dist/server.mjs.')
    .option('--minify', 'Remove white space and shorten local names.')
    .option('--external <package...>', 'Packages to exclude from the file.')
    .option('--bundle <package...>', 'Packages to include in the file, although their code reads files beside it.')
    .option('--no-code-cache', 'Leave out the compiled code of alcove, which another version of node ignores.')
    .action((options) => start(build(options, on(options))))
  loading('dev', 'Build and run, restart on each change, and print the changes in the module tree.').action((options) =>
    start(dev(on(options))),
  )
  const create = program.command('new')
  create
    .description('Write a project that runs and passes its tests.')
    .argument('<name>', 'The name of the package, and of its folder.')
    .option('--database <kind>', choiceOf('database'))
    .option('--auth <kind>', choiceOf('auth'))
    .option('--tests <runner>', choiceOf('tests'))
    .option('--yes', 'Take the default of each choice and ask nothing.')
    .option('--json', 'Print JSON.')
    .configureOutput({ outputError: (text, write) => text.includes('unknown option') || write(text) })
    .exitOverride((error) => {
      const [flag] = /(?<=unknown option ').+?(?=')/.exec(error.message) ?? []
      if (flag === undefined) throw error
      const known = create.options.map(({ long }) => long ?? '')
      throw new cliCodes.ALC_ERR_CLI_CHOICE(`Option ${flag} of "alcove new"`, 'does not exist', known)
    })
    .action((name, options) => start(newProject(name, options, terminal)))
  return program
}

function choiceOf(name: keyof typeof projectChoices): string {
  const [usual, ...others] = projectChoices[name]
  return `${[usual, ...others].join(', ')}. Default: ${usual}.`
}

/** All values of an option that may be repeated. */
function listed(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function listedMethods(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.toUpperCase().split(',')]
}

function toLevels(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError('It is not a number from 0.')
  return Number(value)
}

function reportFailure(error: unknown, terminal: Terminal): ExitCode {
  if (error instanceof CommanderError) {
    if (error.code === 'commander.excessArguments') terminal.surroundings.stderr.write(entryAdvice)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.misused // commander has printed it
  }
  const problem = error instanceof ReportedFailure ? error.problem : toProblem(error)
  terminal.fail([problem])
  return faults.has(problem.code) ? exitCodes.problems : exitCodes.misused
}

/** Failures of the application. All other failures are mistakes on the command line. */
const faults: ReadonlySet<unknown> = new Set(
  [
    cliCodes.ALC_ERR_CLI_BUILD,
    cliCodes.ALC_ERR_CLI_BUNDLE,
    cliCodes.ALC_ERR_CLI_NOTHING_STARTS,
    cliCodes.ALC_ERR_CLI_ENTRY_FAILED,
    cliCodes.ALC_ERR_CLI_ENTRY_ENDED,
  ].map(({ code }) => code),
)
