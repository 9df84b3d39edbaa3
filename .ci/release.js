// The checklist of a release: `npm run release -- --check` in a clean clone, after `npm test`. It publishes nothing.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const tested = join('build', 'tested')

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Paths that `exports`, `types` and `bin` name. */
function targetsOf(value) {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')]
  return Object.values(value ?? {}).flatMap(targetsOf)
}

let packed = null

function packedFiles() {
  packed ??= listPacked()
  return packed
}

function listPacked() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent']
  const [report] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' }))
  return report.files.map(({ path }) => path)
}

/** The text of a section of the changelog, without its heading; `null` where there is none with a date. */
function sectionOf(changelog, version) {
  const sections = changelog.split(/^## /m)
  const dated = new RegExp(`^\\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}\\n`)
  return sections.find((section) => dated.test(section))?.replace(dated, '') ?? null
}

const manifest = readJson('package.json')

/** Each gives what is wrong and what to do, or nothing. */
const checks = {
  'the tree is clean': () => git('status', '--porcelain') && 'Files differ from the commit. Commit or remove them.',
  'the tests passed on this commit': () =>
    (!existsSync(tested) || readFileSync(tested, 'utf8') !== git('rev-parse', 'HEAD')) &&
    'No test run of this commit is recorded. Run npm test on a clean tree.',
  'the version is new': () =>
    git('tag', '--list', `v${manifest.version}`) &&
    `The tag v${manifest.version} exists. Set a new version: npm version --no-git-tag-version.`,
  'the lock file has the same version': () =>
    readJson('package-lock.json').version !== manifest.version && 'package-lock.json differs. Run npm install.',
  'the changelog has the version': () =>
    !sectionOf(readFileSync('CHANGELOG.md', 'utf8'), manifest.version)?.trim() &&
    `CHANGELOG.md has no entries below "## [${manifest.version}] - YYYY-MM-DD". Move those of Unreleased there.`,
  'the license is in the package': () =>
    (!manifest.license || !packedFiles().includes('LICENSE')) && 'Add the field license, and the file LICENSE.',
  'the publisher is named': () => {
    const missing = ['repository', 'homepage', 'bugs'].filter((field) => !manifest[field])
    return (
      missing.length > 0 && `package.json has no ${missing.join(', ')}. The publisher sets them to its own addresses.`
    )
  },
  'the package is open to the registry': () =>
    manifest.private && 'package.json is private. Remove the field, or do not publish.',
  'the package holds what its entries name': () => {
    const files = packedFiles()
    const named = [manifest.exports, manifest.types, manifest.bin].flatMap(targetsOf)
    const missing = [...new Set(['README.md', 'CHANGELOG.md', ...named])].filter((file) => !files.includes(file))
    return (
      missing.length > 0 && `The package lacks ${missing.join(', ')}. Run npm run build, or correct the field files.`
    )
  },
  'the package holds nothing private': () => {
    const strange = packedFiles().filter((file) =>
      /\.test\.[cm]?[jt]sx?$|^test\/|(?:^|\/)\.(?:env|npmrc)|\.(?:pem|key|tgz)$/.test(file),
    )
    return strange.length > 0 && `The package holds ${strange.join(', ')}. Correct the field files.`
  },
}

const hints = `
Next, by the publisher:
  1. git tag v${manifest.version} && git push --tags
  2. npm publish --provenance --access public
     --provenance needs a CI job with the permission "id-token: write", and the field repository of that CI.
  3. npm publish ./build/alcove-fastify --provenance --access public
     After alcove: it depends on this version.
  4. Announce docs/reference/upgrading.md and the section of CHANGELOG.md.
`

function check() {
  let failed = 0
  for (const [name, find] of Object.entries(checks)) {
    const problem = find()
    if (problem) failed += 1
    console.log(problem ? `✖ ${name}\n    ${problem}` : `✔ ${name}`)
  }
  console.log(failed === 0 ? hints : `\n${failed} of ${Object.keys(checks).length} checks failed`)
  return failed === 0 ? 0 : 1
}

/** Called after the tests: a commit counts as tested if nothing differs from it. */
function recordTests() {
  mkdirSync(dirname(tested), { recursive: true })
  writeFileSync(tested, testedCommit())
  return 0
}

function testedCommit() {
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : 'a changed tree'
  } catch {
    return 'no repository' // tests run in an unpacked archive, too
  }
}

function explain() {
  console.error('This script publishes nothing. Run npm run release -- --check')
  return 2
}

const [, , option] = process.argv
process.exitCode = option === '--check' ? check() : option === '--record-tests' ? recordTests() : explain()
