import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { cliCodes } from '../errors/cli-codes.js'
import { alcoveVersion } from '../server/start/versions.js'
import { toProblem } from './answer.js'
import { build } from './build.js'
import * as commands from './commands.js'
import { dev } from './dev.js'
import { ReportedFailure } from './load-application.js'
import type { Loading, LoadingOptions } from './loading.js'
import { newProject } from './new-project.js'
import { projectChoices } from './project-choices.js'
import { showProblems } from './show-problems.js'
import { routes, tree } from './survey.js'
import { type ExitCode, exitCodes, type Surroundings, Terminal } from './terminal.js'

/** The exit code of a command, once the command has ended. */
type Result = Promise<ExitCode>

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
    .version(alcoveVersion, '-v, --version')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .addHelpText('after', "\nArguments behind -- are the application's own.\nMore: docs/guide/command-line.md")

  const loading = (name: string, what: string) =>
    program
      .command(name)
      .description(what)
      .option('-e, --entry <file>', 'the file that exports the root module or starts the application')
      .option('-x, --export <name>', 'the export, or the root module, to use')
      .option('--no-build', 'skip the build')
      .option('--env-file <file>', 'A file of settings, read as by node --env-file. May be repeated.', listed, [])
      .option('--json', 'print JSON')
  const inspecting = (name: string, what: string) =>
    loading(name, what).option(
      '--override <file>',
      'A file whose default export replaces providers, modules and controllers.',
    )
  const on = (options: LoadingOptions): Loading => ({ options, terminal, args })

  const listing = (name: string, what: string) =>
    inspecting(name, what)
      .argument('[words...]', 'List only what contains each of these words: in a name, a path, a method or a handler.')
      .option(
        '-c, --context <name>',
        'List only this context and those below it: a name, or a path such as "App > Shop".',
      )
      .addHelpText('after', '\nA terminal gets lines that are cut to its width, a pipe or a file gets whole lines.')
  listing('tree', 'the contexts, with what each adds')
    .option('-d, --depth <levels>', 'Draw so many levels of contexts in full, and those below as counts.', toLevels)
    .action((words, options) => start(tree(words, options, on(options))))
  listing('routes', 'the routes, with schema parts and hooks in the order in which they run')
    .option('-m, --method <method>', 'List only routes of this method. May be repeated.', listedMethods)
    .option('-p, --path <pattern>', 'List only routes with this path; * matches any characters.')
    .option('-d, --depth <segments>', 'List paths of so many segments in full, and longer ones as counts.', toLevels)
    .option('--unguarded', 'List only routes without a guard and without @Public().')
    .action((words, options) => start(routes(words, options, on(options))))
  inspecting('explain', 'everything about one route, or why it sees a name or does not')
    .argument('<method>', 'GET, POST, …')
    .argument('<path>', 'the path as declared (/users/:id), or one of a request (/users/7)')
    .argument('[name]', 'a value, provider, schema, plugin, hook or handler')
    .action((method, path, name, options) => start(commands.explain({ method, path, name }, on(options))))
  inspecting('openapi', 'the OpenAPI 3.1 document of the routes').action((options) =>
    start(commands.openapi(on(options))),
  )
  inspecting('client', 'Write a typed client of the routes: one TypeScript file without dependencies.')
    .option('-o, --out <file>', 'the file to write; standard output, if not given')
    .action((options) => start(commands.client(options, on(options))))
  inspecting('check', 'boot without listening, and print all problems').action((options) =>
    start(commands.check(on(options))),
  )
  inspecting('compile', 'write the validators and serializers ahead of time, as a module')
    .option('-o, --out <file>', 'the file to write; alcove.compiled.js beside the entry, if not given')
    .action((options) => start(commands.compile(options, on(options))))
  inspecting('build', 'Write one file with the application, alcove and the compiled schemas.')
    .option('-o, --out <file>', 'the file to write; dist/server.mjs, if not given')
    .option('--minify', 'Remove white space and shorten local names.')
    .option('--external <package...>', 'packages to exclude from the file')
    .option('--bundle <package...>', 'packages to include in the file, although their code reads files beside it')
    .option('--no-code-cache', 'Leave out the compiled code of alcove, which another version of node ignores.')
    .action((options) => start(build(options, on(options))))
  loading('dev', 'build and run, restart on each change, and print what changed in the module tree').action((options) =>
    start(dev(on(options))),
  )
  const create = program.command('new')
  create
    .description('a project that runs and passes its tests')
    .argument('<name>', 'name of the package, and of the folder')
    .option('--database <kind>', choiceOf('database'))
    .option('--auth <kind>', choiceOf('auth'))
    .option('--tests <runner>', choiceOf('tests'))
    .option('--yes', 'Take the default of each choice and ask nothing.')
    .option('--json', 'print JSON')
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
  return `${[usual, ...others].join(', ')}; ${usual}, if not given`
}

/** All values of an option that may be repeated. */
function listed(value: string, before: readonly string[]): readonly string[] {
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
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused // commander has printed it
  const problem = error instanceof ReportedFailure ? error.problem : toProblem(error)
  terminal.fail({ problems: [problem] }, (paper) => showProblems(paper, [problem]))
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
