// `node .ci/test.js PATTERN` is the second half of `npm test`. One process runs the built tests that match: they wait for
// browsers and other programs most of their time. A second process runs all others beside it. Its output follows that of
// the first. The last line is the sum of both.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js')
const every = 'build/test/**/*.test.js'

/** The output and the status of one process; `write` gets each piece at once. */
function run(args, write = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mocha, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        write(text)
      })
    }
    child.once('error', reject)
    child.once('close', (status) => resolve({ output, status }))
  })
}

/** The number before a word in the last line of a run that has one. */
function countOf({ output }, word) {
  const [last = ''] = output.match(/^\d+ passed, \d+ failed.*$/gm)?.slice(-1) ?? []
  return Number(new RegExp(`(\\d+) ${word}`).exec(last)?.[1] ?? 0)
}

/** A process that failed without a failed test has ended early. */
function failuresOf(half) {
  return Math.max(countOf(half, 'failed'), half.status === 0 ? 0 : 1)
}

function sum(halves, count) {
  return halves.reduce((total, half) => total + count(half), 0)
}

const [, , pattern = ''] = process.argv
const second = run([every, '--ignore', pattern])
const halves = [await run([pattern], (text) => process.stdout.write(text)), await second]
process.stdout.write(halves[1].output)
const failed = sum(halves, failuresOf)
const skipped = sum(halves, (half) => countOf(half, 'skipped'))
const passed = sum(halves, (half) => countOf(half, 'passed'))
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
