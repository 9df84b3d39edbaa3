import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { build } from 'esbuild'

// A step of the build, which is not shipped. It writes the entries of the package as CommonJS, for the preset beside
// it.

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default?: string }>>
}

const folder = 'dist/jest'
const manifest: Manifest = JSON.parse(await readFile('package.json', 'utf8'))

const entries = Object.values(manifest.exports)
  .map((entry) =>
    typeof entry === 'string' ? undefined : /^\.\/dist\/bundles\/(\w+)\.js$/.exec(entry.default ?? '')?.[1],
  )
  .filter((name) => name !== undefined)

await build({
  stdin: {
    contents: entries.map((name) => `export * as ${name} from './dist/${name}.js'`).join('\n'),
    resolveDir: '.',
  },
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  define: { 'import.meta.url': 'alcoveFileUrl' },
  banner: { js: "const alcoveFileUrl = require('node:url').pathToFileURL(__filename).href" },
  logLevel: 'warning',
  outfile: `${folder}/all.cjs`,
})

const all: Readonly<Record<string, object>> = createRequire(import.meta.url)('./all.cjs')
for (const [name, exported] of Object.entries(all)) {
  // The second line never runs. Importers in ES modules read the names of the exports from it.
  const names = Object.keys(exported).join(', ')
  await writeFile(
    `${folder}/${name}.cjs`,
    `module.exports = require('./all.cjs').${name}\n0 && (module.exports = { ${names} })\n`,
  )
}
