// node bundle.mjs <bundler> <entry> <outfile>: writes one file with the default settings of each bundler's manual.
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const [, , name, entry, outfile] = process.argv
const format = outfile.endsWith('.cjs') ? 'cjs' : 'es'

async function rollup() {
  const [{ rollup: bundle }, resolve, commonjs, json] = await Promise.all([
    import('rollup'),
    import('@rollup/plugin-node-resolve'),
    import('@rollup/plugin-commonjs'),
    import('@rollup/plugin-json'),
  ])
  const plugins = [resolve.default({ preferBuiltins: true }), commonjs.default(), json.default()]
  const made = await bundle({ input: entry, plugins, onwarn() {} })
  await made.write({ file: outfile, format, inlineDynamicImports: true })
}

async function rolldown() {
  const { rolldown: bundle } = await import('rolldown')
  const made = await bundle({ input: entry, platform: 'node', logLevel: 'silent' })
  await made.write({ file: outfile, format, codeSplitting: false })
}

function withWebpack(bundle) {
  const output = { path: dirname(outfile), filename: basename(outfile) }
  return new Promise((resolve, reject) => {
    bundle({ mode: 'development', devtool: false, target: 'node', entry, output }, (error, stats) => {
      if (error !== null && error !== undefined) reject(error)
      else if (stats.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })))
      else resolve()
    })
  })
}

async function ncc() {
  const { default: bundle } = await import('@vercel/ncc')
  const { code, assets } = await bundle(entry, { quiet: true, cache: false })
  await writeFile(outfile, code)
  for (const [file, { source }] of Object.entries(assets)) {
    const path = join(dirname(outfile), file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, source)
  }
}

async function vite() {
  const { build } = await import('vite')
  await build({
    root: dirname(entry),
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: dirname(outfile),
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: basename(outfile) } },
    },
  })
}

/** An ES module that esbuild writes needs a `require` for the packages in CommonJS inside of it. */
const requireBanner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

async function tsup() {
  const { build } = await import('tsup')
  await build({
    entry: { server: entry },
    outDir: dirname(outfile),
    format: format === 'cjs' ? 'cjs' : 'esm',
    platform: 'node',
    config: false,
    silent: true,
    splitting: false,
    noExternal: [/./],
    outExtension: () => ({ js: format === 'cjs' ? '.cjs' : '.mjs' }),
    banner: format === 'cjs' ? {} : { js: requireBanner },
  })
}

async function tsdown() {
  const { build } = await import('tsdown')
  await build({
    entry: { server: entry },
    outDir: dirname(outfile),
    format: format === 'cjs' ? 'cjs' : 'esm',
    platform: 'node',
    config: false,
    logLevel: 'error',
    clean: false,
    dts: false,
    fixedExtension: true,
    deps: { alwaysBundle: [/./] },
    outputOptions: { codeSplitting: false },
  })
}

/** Copies the files that the tracer of Vercel and of Netlify finds. */
async function nft() {
  const { nodeFileTrace } = await import('@vercel/nft')
  const { copyFile } = await import('node:fs/promises')
  // Node 20.19 requires ES modules, too, and the tracer looks for that in later versions only.
  const { fileList } = await nodeFileTrace([entry], { base: '/', moduleSyncCatchall: true })
  for (const file of fileList) {
    const path = join(dirname(outfile), 'traced', file)
    await mkdir(dirname(path), { recursive: true })
    await copyFile(join('/', file), path).catch((error) => {
      if (error.code !== 'EISDIR') throw error // a link to a folder, whose files are in the list
    })
  }
  await writeFile(outfile, `await import(${JSON.stringify(join(dirname(outfile), 'traced', entry))})\n`)
}

const bundlers = {
  rollup,
  rolldown,
  webpack: async () => withWebpack((await import('webpack')).default),
  rspack: async () => withWebpack((await import('@rspack/core')).rspack),
  ncc,
  vite,
  tsup,
  tsdown,
  nft,
}

await bundlers[name]()
