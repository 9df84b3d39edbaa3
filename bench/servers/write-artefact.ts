/** Writes what `decorated-precompiled` starts with: `node write-artefact.js <workload>`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { compileApplication } from 'alcove/standalone'
import { artefactFile } from './artefact.js'
import { decoratedModule } from './decorated.js'

const [workload = ''] = process.argv.slice(2)
const { code } = await compileApplication(await decoratedModule(workload))
const file = artefactFile(workload)
await mkdir(dirname(file), { recursive: true })
await writeFile(file, code)
