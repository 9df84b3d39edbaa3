import type { Instance } from '../contracts/instance.js'
import type { Precompiled } from '../contracts/precompiled.js'
import type { ServerOptions } from '../contracts/server-options.js'
import type { Class } from '../contracts/token.js'
import { schemaCodes } from '../errors/schema-codes.js'
import { type ArtefactWriter, standInFor, type UnwrittenPart } from '../schema/precompiled/ahead-of-time.js'
import { type BootstrapOptions, bootstrap } from './bootstrap.js'

/** The validators and serializers of an application, as code. */
export interface CompiledApplication {
  /** The text of an ES module; its default export is for the option `precompiled`. */
  code: string
  /** The text of its declaration file. */
  types: string
  /** The number of its functions. */
  validators: number
  /** Number of serializers that were written. */
  serializers: number
  /** The parts that cannot be written. They compile when the application boots. */
  unwritten: readonly UnwrittenPart[]
}

/**
 * Boots an application without listening, writes code for its schemas, and closes the application.
 *
 * @param options the options with which the application starts. The code does not fit other options
 * @throws the boot error of the application
 */
export function compileApplication(RootModule: Class, options: BootstrapOptions = {}): Promise<CompiledApplication> {
  return write((precompiled) => bootstrap(RootModule, { ...options, precompiled }))
}

/**
 * Boots a server of the core without listening, writes code for its schemas, and closes the server.
 *
 * @param make makes the server with its plugins and routes, and passes the options that it gets to `createServer`
 */
export function compileServer(
  make: (options: Pick<ServerOptions, 'precompiled'>) => Instance | Promise<Instance>,
): Promise<CompiledApplication> {
  return write((precompiled) => make({ precompiled }))
}

interface Bootable {
  ready(): unknown
  close(): unknown
}

async function write(make: (standIn: Precompiled) => Bootable | Promise<Bootable>): Promise<CompiledApplication> {
  const writing = beginWriting()
  const server = await make(writing.standIn)
  await server.ready()
  await server.close()
  const written = writing.end()
  if (written === null) throw new schemaCodes.ALC_ERR_PRECOMPILED_UNUSED()
  return written
}

/** The writing of one server: its option `precompiled`, and the result after its boot. */
export interface Writing {
  standIn: Precompiled
  /** `null` if no server was started with the option. */
  end(): CompiledApplication | null
}

export function beginWriting(): Writing {
  const writers: ArtefactWriter[] = []
  const standIn = standInFor((_options, writer) => {
    writers.push(writer)
    return writer
  })
  const end = () => {
    const [writer] = writers
    return writer === undefined ? null : { code: writer.code, types, ...writer.counts, unwritten: writer.unwritten }
  }
  return { standIn, end }
}

const types = `import type { Precompiled } from 'alcove/standalone'
declare const precompiled: Precompiled
export default precompiled
`
