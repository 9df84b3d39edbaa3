import { mkdir, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Application } from 'alcove'
import { transform } from 'esbuild'
import { inRepository } from '../support/repository.js'
import { drawRooms } from './draw-rooms.js'
import { readPage } from './markdown.js'

/** How the program on the first page ends. The picture needs the application without its port. */
const listens = /console\.log\(await (bootstrap\(\w+\))\.listen\(\d+\)\)/

/** The picture beside the program on the first page of the documentation: its contexts, as it runs. */
export async function drawSiblings(): Promise<string> {
  const { fences } = await readPage('docs/index.md')
  const code = fences.find(({ info }) => info === 'ts')?.code ?? ''
  if (!listens.test(code))
    throw new Error('docs/index.md: the program does not end with console.log(await bootstrap(…).listen(…))')
  const source = code.replace(listens, 'export const app = $1')
  const compiled = await transform(source, {
    loader: 'ts',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  })
  const folder = inRepository('build', 'drawings')
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/siblings.mjs`, compiled.code)
  const { app }: { app: Application } = await import(pathToFileURL(`${folder}/siblings.mjs`).href)
  await app.ready()
  const picture = drawRooms(app.describe(), null)
  await app.close()
  return picture
}
