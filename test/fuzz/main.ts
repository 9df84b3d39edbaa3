// `npm run fuzz -- --minutes 10 --seed 7`: runs the properties of this folder for so many minutes, 5 by default.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { inRepository } from '../support/repository.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    grep: { type: 'string', default: '' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run fuzz -- [--minutes 5] [--seed 7] [--grep "the serializer"]')
  process.exit(2)
}

console.log(`${minutes} minutes with seed ${seed}; again with: npm run fuzz -- --minutes ${minutes} --seed ${seed}`)
const mocha = spawn(
  process.execPath,
  ['node_modules/mocha/bin/mocha.js', '--grep', values.grep, '--spec', 'build/test/fuzz/**/*.test.js'],
  {
    cwd: inRepository(),
    env: { ...process.env, ALCOVE_FUZZ_MINUTES: String(minutes), ALCOVE_SEED: String(seed) },
    stdio: 'inherit',
  },
)
mocha.once('exit', (code) => {
  process.exitCode = code ?? 1
})
