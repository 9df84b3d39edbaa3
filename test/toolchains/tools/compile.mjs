// node compile.mjs <compiler> <entry> <outfile>: TypeScript with decorators and the types of parameters, by default settings.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const [, , name, entry, outfile] = process.argv
const decorator = { legacy: true, emitDecoratorMetadata: true }

/** Babel looks for names from the folder of the application. */
const own = (specifier) => fileURLToPath(import.meta.resolve(specifier))

async function babel() {
  const { transformFileAsync } = await import('@babel/core')
  const { code } = await transformFileAsync(entry, {
    configFile: false,
    presets: [own('@babel/preset-typescript')],
    // In this order: decorators are gone when the second one has run.
    plugins: [
      own('babel-plugin-transform-typescript-metadata'),
      [own('@babel/plugin-proposal-decorators'), { version: 'legacy' }],
    ],
  })
  await writeFile(outfile, code)
}

async function oxc() {
  const { transform } = await import('oxc-transform')
  const { code, errors } = await transform(entry, await readFile(entry, 'utf8'), { decorator })
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  await writeFile(outfile, code)
}

/** Bundles the application alone, and reads the settings of decorators from its tsconfig.json. */
async function rolldown() {
  const { rolldown: bundle } = await import('rolldown')
  const made = await bundle({ input: entry, platform: 'node', external: ['alcove'], logLevel: 'silent' })
  await made.write({ file: outfile, format: 'es', codeSplitting: false })
}

async function swc() {
  const { transformFile } = await import('@swc/core')
  const { code } = await transformFile(entry, {
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
  })
  await writeFile(outfile, code)
}

const compilers = { babel, oxc, rolldown, swc }

await compilers[name]()
