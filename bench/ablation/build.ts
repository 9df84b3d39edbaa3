import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { ablatedFile, type Trick, withoutTrick } from './tricks.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Bundles `alcove/core` with plain code in the place of one trick. The code of the package reads no switch for it. */
export async function buildWithout(trick: Trick): Promise<void> {
  const file = join(root, 'dist', trick.file)
  await build({
    entryPoints: [join(root, 'dist/core.js')],
    outfile: ablatedFile(trick.name),
    bundle: true,
    packages: 'external',
    external: [join(root, 'dist/packages/*.cjs')], // CommonJS, whose calls of require work in its own files alone
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    plugins: [
      {
        name: 'without-trick',
        setup({ onLoad }) {
          onLoad({ filter: /\.js$/ }, async ({ path }) => {
            if (path !== file) return null
            return { contents: withoutTrick(trick, await readFile(path, 'utf8')), loader: 'js' }
          })
        },
      },
    ],
  })
}
