'use strict'

// Writes recheck, which finds costly patterns for `alcove check`, into dist/packages as one file. As a dependency it would
// bring 57 MB: a copy for browsers, one that runs in Java, and one for each operating system.
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { buildSync } = require('esbuild')

const root = join(__dirname, '..', '..')
const outfile = join(root, 'dist', 'packages', 'recheck.cjs')

function find() {
  try {
    return require.resolve('recheck/lib/browser.js')
  } catch {
    return null
  }
}

const source = find()
if (source === null) {
  // A checkout whose packages are older still builds; only patterns that need an examination fail `check`.
  const problem = 'recheck was not installed when alcove was built. Run npm install, then npm run build'
  console.warn(problem)
  mkdirSync(dirname(outfile), { recursive: true })
  writeFileSync(outfile, `exports.checkSync = () => { throw new Error(${JSON.stringify(problem)}) }\n`)
} else {
  const license = readFileSync(join(dirname(source), '..', 'LICENSE'), 'utf8')
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    banner: { js: `/*! recheck\n\n${license.trim()}\n*/` },
  })
}
