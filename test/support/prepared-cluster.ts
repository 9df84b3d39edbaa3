/**
 * A process that imports this file starts PGlite on a cluster that the authors of PGlite have prepared. To create a
 * cluster takes four seconds of processor time. `ALCOVE_TEST_PGLITE` is the URL of PGlite in another installation, with
 * the same version.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite as Database, PGliteOptions } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import './lazy-wasm.js'

const { PGlite }: typeof import('@electric-sql/pglite') = await import(
  process.env.ALCOVE_TEST_PGLITE ?? '@electric-sql/pglite'
)
const create: (options: PGliteOptions) => Promise<Database> = PGlite.create.bind(PGlite)

async function createPrepared(first: string | PGliteOptions = {}, more: PGliteOptions = {}): Promise<Database> {
  const options = typeof first === 'string' ? { ...more, dataDir: first } : first
  const isMade = existsSync(join(options.dataDir ?? '', 'PG_VERSION'))
  return create(isMade ? options : { loadDataDir: await dataDir(), ...options })
}

Object.assign(PGlite, { create: createPrepared })
