// Builds the folder above into a static site, docs/site/dist: `npm run docs` at the root of the repository.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Application, ReflectionKind } from 'typedoc'
import { build } from 'vitepress'

const site = import.meta.dirname
const docs = join(site, '..')
const pages = join(site, 'build')

/** What a page is called, and the file of the package that it is about. What several export stands in the first. */
const entries = [
  ['alcove-core', 'core'],
  ['alcove', 'index'],
  ['alcove-inspect', 'inspect'],
  ['alcove-inspector', 'inspector'],
  ['alcove-standalone', 'standalone'],
  ['alcove-testing', 'testing'],
]

/** All pages, and the pictures that they show. */
async function copyPages() {
  await rm(pages, { recursive: true, force: true })
  await mkdir(pages)
  for (const entry of await readdir(docs)) {
    if (entry !== 'site') await cp(join(docs, entry), join(pages, entry), { recursive: true })
  }
}

/** A page is named after its file. */
async function writeEntry(path, file) {
  await writeFile(path, `export * from '../../../../dist/${file}.js'\n`)
  return path
}

/** What another entry exports has its comment there; functions have theirs at their signatures. */
function isDocumented(reflection) {
  const isElsewhere = reflection.kindOf(ReflectionKind.Reference)
  return isElsewhere || reflection.hasComment() || reflection.signatures?.some((signature) => signature.hasComment())
}

/** The comments of all that the entries of the package export. The compiler that is needed for it is only needed here. */
async function writeApi() {
  const folder = join(pages, 'entries')
  await mkdir(folder)
  const entryPoints = await Promise.all(entries.map(([name, file]) => writeEntry(join(folder, `${name}.ts`), file)))
  const app = await Application.bootstrapWithPlugins({
    name: 'API',
    entryPoints,
    tsconfig: join(site, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    readme: 'none',
    disableSources: true,
    excludePrivate: true,
    excludeExternals: true,
    skipErrorChecking: true,
    githubPages: false,
    logLevel: 'Error',
    outputFileStrategy: 'modules',
    outputs: [{ name: 'markdown', path: join(pages, 'api') }],
    entryFileName: 'index',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
  })
  const project = await app.convert()
  if (project === undefined) throw new Error('the declarations of the package could not be read')
  const silent = project.children.flatMap(({ children = [] }) => children.filter((child) => !isDocumented(child)))
  if (silent.length > 0) throw new Error(`no comment stands above ${silent.map(({ name }) => name).join(', ')}`)
  await app.generateOutputs(project)
  if (app.logger.hasErrors()) throw new Error('the pages of the API could not be written')
}

/** Comments name pages of the documentation by their path in the package. */
async function linkApi() {
  const folder = join(pages, 'api')
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), text.replaceAll(/\bdocs\/((?:guide|reference)\/([\w-]+)\.md)/g, '[$2](../$1)'))
  }
}

await copyPages()
await writeApi()
await linkApi()
await build(site)
