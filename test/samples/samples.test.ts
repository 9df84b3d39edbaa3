import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { inRepository } from '../support/repository.js'
import { isPromised, namesIn, readTries } from './printed-lines.js'
import { RunningSample } from './running-sample.js'
import { sendLine } from './send-line.js'

const names = readdirSync(inRepository('samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** The printed lines whose promise does not hold, with what came instead. */
async function brokenPromises(sample: RunningSample): Promise<readonly string[]> {
  const broken: string[] = []
  const names: Record<string, string> = {}
  // One after the other, as a reader would: a line may build on those before it.
  for (const line of readTries(sample.output)) {
    const answer = await sendLine(line, names)
    Object.assign(names, namesIn(line.answer, answer))
    if (!isPromised(line.answer, answer)) broken.push(`${line.command}\n  → ${line.answer}\n  but ${answer}`)
  }
  return broken
}

describe('samples', function () {
  this.timeout(60_000)

  const running = new Set<RunningSample>()
  const start = async (name: string, args: readonly string[] = []): Promise<RunningSample> => {
    const sample = await RunningSample.start(name, args)
    running.add(sample)
    return sample
  }

  afterEach(() => {
    for (const sample of running) sample.kill()
    running.clear()
  })

  for (const name of names) {
    it(`${name} gives the printed answers to its own lines, and ends on a signal`, async () => {
      const sample = await start(name)
      expect(readTries(sample.output)).not.to.have.length(0)
      expect(await brokenPromises(sample)).to.deep.equal([])
      expect(await sample.stop()).to.deep.equal({ status: 0, signal: null })
      expect(sample.errors).to.equal('')
    })

    it(`${name} describes its idea and its start in its first comment`, async () => {
      const lines = (await readFile(inRepository('samples', name, 'main.ts'), 'utf8')).split('\n')
      const comment = lines.slice(
        0,
        lines.findIndex((line) => !line.startsWith('//')),
      )
      expect(comment.join('\n'))
        .to.match(/^\/\/ [A-Z].*[.:]/)
        .and.to.match(/^\/\/ Start it: npm /m)
    })
  }

  it('listen on loopback addresses only', async () => {
    const sample = await start('hello')
    expect(sample.output).to.match(/^Listening at http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+$/m)
  })

  it('do not listen when they are imported', async () => {
    const { app } = await import('../../samples/hello/main.js')
    expect(app.instance.addresses()).to.deep.equal([])
    await app.close()
  })

  it('suggest another port when theirs is in use', async () => {
    const first = await start('hello')
    const [, port = ''] = /Listening at \S+:(\d+)/.exec(first.output) ?? []
    const second = RunningSample.launch('hello', [], { PORT: port })
    expect(await second.ended).to.deep.equal({ status: 1, signal: null })
    expect(second.errors).to.equal(
      `Port ${port} is taken. Choose another one: PORT=${Number(port) + 1}, or PORT=0 for any.\n`,
    )
  })

  it('report that a port must be a number', async () => {
    const sample = RunningSample.launch('hello', [], { PORT: 'http' })
    expect(await sample.ended).to.deep.equal({ status: 1, signal: null })
    expect(sample.errors).to.equal('PORT is a whole number from 0 to 65535.\n')
  })

  it('encapsulation shows bar to /two when the grandchild is wrapped', async () => {
    const sample = await start('encapsulation', ['--wrapped'])
    const two = readTries(sample.output).find(({ url }) => url.endsWith('/two'))
    expect(two?.answer).to.equal('200 {"answer":42,"foo":"foo","bar":"bar"}')
    expect(await brokenPromises(sample)).to.deep.equal([])
    expect(await sample.stop()).to.deep.equal({ status: 0, signal: null })
  })

  it('encapsulation prints the tree of its contexts', async () => {
    const plain = await start('encapsulation')
    expect(plain.output).to.match(/^AppModule\n.*^├─ Authenticated\n.*^└─ Public\n.*^ {3}└─ Grandchild\n/ms)
    const wrapped = await start('encapsulation', ['--wrapped'])
    expect(wrapped.output).to.match(/wraps: WrappedGrandchild$/m)
  })

  it('openapi describes the module of the plugin, and not the one beside it', async () => {
    const sample = await start('openapi')
    const url = readTries(sample.output).find((line) => line.url.endsWith('/docs/json'))?.url ?? ''
    const document: { paths: object; components: { schemas: object } } = JSON.parse(await (await fetch(url)).text())
    expect(Object.keys(document.paths)).to.deep.equal(['/books/{index}', '/books'])
    expect(Object.keys(document.components.schemas)).to.deep.equal(['book', 'problem'])
  })

  it('hooks runs those of the end when it is asked to end', async () => {
    const sample = await start('hooks')
    await sample.stop()
    expect(sample.output.trimEnd().split('\n').slice(-2)).to.deep.equal(['preClose', 'onClose'])
  })

  it('dependency-injection disposes children before parents', async () => {
    const sample = await start('dependency-injection')
    await sample.stop()
    const closed = sample.output.split('\n').filter((line) => line.endsWith(' closed'))
    expect(closed).to.deep.equal(['users of south closed', 'users of north closed', 'database closed'])
  })
})
