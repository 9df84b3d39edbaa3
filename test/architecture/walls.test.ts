import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { inRepository, repository } from '../support/repository.js'
import { runOrThrow } from '../support/run-command.js'
import { importsHaveNoCycle } from './cycles.js'
import {
  doors,
  everyRoomIsKnown,
  importsGoDown,
  nodeIsRequired,
  packagesAreLoadedAtTheirDoor,
  packagesHaveOneDoor,
} from './floors.js'
import { printViolations, type Rule, readSourceTree, type SourceFile } from './source-tree.js'
import * as style from './style.js'

function expectToHold(rule: Rule, files: readonly SourceFile[]): void {
  expect(printViolations(rule(files))).to.equal('')
}

describe('architecture', () => {
  let files: readonly SourceFile[]

  before(async () => {
    files = await readSourceTree(repository, ['src', 'test', 'samples', 'bench'])
    expect(files).not.to.have.length(0)
  })

  it('gives each folder of src its floor', () => expectToHold(everyRoomIsKnown, files))
  it('imports only from floors below, types included', () => expectToHold(importsGoDown, files))
  it('lets each third-party package in by one door', () => expectToHold(packagesHaveOneDoor, files))
  it('loads each third-party package for the folder of its door', () =>
    expectToHold(packagesAreLoadedAtTheirDoor, files))
  it('requires the modules of node for everything that an application loads', () => expectToHold(nodeIsRequired, files))
  it('has no import cycle, types included', () => expectToHold(importsHaveNoCycle, files))
  it('has no file above 300 lines, style sheets included', async () => {
    const sheets = await readSourceTree(repository, ['src'], ['.css'])
    expect(sheets).not.to.have.length(0)
    expectToHold(style.filesAreShort, [...files, ...sheets])
  })
  it('exports by name only', () => expectToHold(style.exportsAreNamed, files))
  it('lets only the entries export what another file declares', () => expectToHold(style.onlyEntriesReexport, files))
  it('exports only what another file imports', () => expectToHold(style.exportsAreImported, files))
  it('never silences the compiler', () => expectToHold(style.noCompilerIsSilenced, files))
  it('never casts to any', () => expectToHold(style.nothingIsCastToAny, files))
  it('gives a reason for each cast', () => expectToHold(style.castsHaveAReason, files))
  it('keeps code out of the contracts', () => expectToHold(style.contractsHoldNoCode, files))
  it('throws only errors of the table', () => expectToHold(style.errorsComeFromTheTable, files))
  it('decides nothing by the text of a message', () => expectToHold(style.nothingReadsMessages, files))
  it('keeps what costs away from hot paths', () => expectToHold(style.hotPathsStayCheap, files))
  it('keeps functions of a request out of the old space', () => expectToHold(style.requestFunctionsStayYoung, files))
  it('names files in kebab-case', () => expectToHold(style.namesAreKebabCase, files))
  it('names files after what they hold', () => expectToHold(style.namesSayWhatIsInside, files))

  it('depends on the packages that have a door and on no other', async () => {
    const manifest: { dependencies: object } = JSON.parse(await readFile(inRepository('package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies)).to.have.members(Object.keys(doors))
  })

  it('keeps download addresses out of the lock file', async () => {
    const lock = await readFile(inRepository('package-lock.json'), 'utf8')
    expect(lock).not.to.contain('"resolved"')
  })
})

describe('the core entry', () => {
  it('reaches neither decorators nor their packages', async () => {
    const built = await readSourceTree(repository, ['dist'], ['.js', '.cjs'])
    const modules = style.loadedBy(built, 'dist/core')
    const bundles = style.loadedBy(built, 'dist/bundles/core')
    expect(modules).to.include('dist/server/start/create-server')
    expect(bundles).to.include('avvio')
    const unwanted = [...modules, ...bundles].filter((name) =>
      /^(?:reflect-metadata|tsyringe)|dist\/modules\//.test(name),
    )
    expect(unwanted).to.deep.equal([])
  })

  it('leaves the global Reflect as node made it', async () => {
    const program = "await import('alcove/core'); process.stdout.write(typeof Reflect.getMetadata)"
    const { stdout } = await runOrThrow(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: repository,
    })
    expect(stdout).to.equal('undefined')
  })
})
