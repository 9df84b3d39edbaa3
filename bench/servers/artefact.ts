import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(new URL('./write-artefact.js', import.meta.url))

/** Where the artefact of a workload lies. */
export function artefactFile(workload: string): string {
  return fileURLToPath(new URL(`../artefacts/${workload}.js`, import.meta.url))
}

/** In a process of its own: what is compiled for it must not warm the one that is measured. */
export async function writeArtefact(workload: string): Promise<void> {
  await promisify(execFile)(process.execPath, [program, workload])
}
