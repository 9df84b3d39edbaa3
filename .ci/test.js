// `node .ci/test.js FOLDER...` is the second half of `npm test`. The tests of a folder of build/test are a group; all others
// are the last one. Three processes run a group each, then the next of the list: the slowest is first. Many tests wait for
// other programs, so three do not wait for each other on two processors. The output has the order of the list. Then come
// the failures of all groups once more, and the seconds of each group: a log that is cut keeps its end. The last line is
// the sum of all. A group `FOLDER@PROGRAM` needs what this program of node builds. With ALCOVE_SITE=build the program runs
// beside the groups before it, and the group waits for its end.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { stripVTControlCharacters } from 'node:util'

const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')
const atOnce = 3

// esbuild and the compiler are programs of Go. They collect less garbage, which takes a quarter of their processor time.
const env = { GOGC: '400', ...process.env }

function testsIn(folder) {
  return `build/test/${folder}/**/*.test.js`
}

const named = process.argv.slice(2).map((argument) => argument.split('@'))
const groups = [
  ...named.map(([folder, program]) => ({ name: folder, program, args: [testsIn(folder)] })),
  { name: 'all others', args: [testsIn('.'), ...named.flatMap(([folder]) => ['--ignore', testsIn(folder)])] },
].map((group) => ({ ...group, output: '', status: null, seconds: 0 }))

/** The group that is printed while it runs: all before it have ended. */
let shown = 0

function write(group, text) {
  group.output += text
  if (group === groups[shown]) process.stdout.write(text)
}

function end(group, status, seconds) {
  Object.assign(group, { status, seconds })
  while (shown < groups.length && groups[shown].status !== null) {
    shown += 1
    process.stdout.write(groups[shown]?.output ?? '')
  }
}

/** Its status, or the signal that ended it. */
function runNode(group, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => write(group, text))
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(status ?? signal))
  })
}

for (const group of groups) {
  const isBuilt = group.program !== undefined && process.env.ALCOVE_SITE === 'build'
  group.building = isBuilt ? runNode(group, [group.program]) : Promise.resolve(0)
}

async function run(group) {
  const start = performance.now()
  const built = await group.building
  const status = built === 0 ? await runNode(group, [mocha, ...group.args]) : built
  end(group, status, Math.round((performance.now() - start) / 1000))
}

const waiting = [...groups]

async function work() {
  for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await run(group)
}

/** The number before a word in the last line of a run that has one. */
function countOf({ output }, word) {
  const [last = ''] = output.match(/^\d+ passed, \d+ failed.*$/gm)?.slice(-1) ?? []
  return Number(new RegExp(`(\\d+) ${word}`).exec(last)?.[1] ?? 0)
}

/** A process that failed without a failed test has ended early. */
function failuresOf(group) {
  return Math.max(countOf(group, 'failed'), group.status === 0 ? 0 : 1)
}

/** What mocha printed of the failed tests of a group. A process that ended early has printed its last lines. */
function reportOf({ output }) {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n')
  const first = lines.findLastIndex((line) => /^ *\d+ failing$/.test(line))
  return lines.slice(first === -1 ? -40 : first).join('\n')
}

function sum(count) {
  return groups.reduce((total, group) => total + count(group), 0)
}

await Promise.all(Array.from({ length: atOnce }, work))
for (const group of groups) if (failuresOf(group) > 0) console.log(`In ${group.name}:\n${reportOf(group)}\n`)
for (const { name, seconds } of groups) console.log(`${String(seconds).padStart(5)} s  ${name}`)
const failed = sum(failuresOf)
const skipped = sum((group) => countOf(group, 'skipped'))
const passed = sum((group) => countOf(group, 'passed'))
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
