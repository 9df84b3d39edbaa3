/**
 * A process that imports this file starts PGlite on a cluster that the authors of PGlite have prepared. To create a
 * cluster takes four seconds of processor time.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'

const create: (options: PGliteOptions) => Promise<PGlite> = PGlite.create.bind(PGlite)

async function createPrepared(first: string | PGliteOptions = {}, more: PGliteOptions = {}): Promise<PGlite> {
  const options = typeof first === 'string' ? { ...more, dataDir: first } : first
  const isMade = existsSync(join(options.dataDir ?? '', 'PG_VERSION'))
  return create(isMade ? options : { loadDataDir: await dataDir(), ...options })
}

Object.assign(PGlite, { create: createPrepared })
