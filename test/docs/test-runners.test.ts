import { expect } from 'chai'
import { settings, UserProject } from '../cli/user-project.js'
import { inRepository } from '../support/repository.js'
import { runCommand } from '../support/run-command.js'
import { importing, readPage } from './markdown.js'

const mocha = inRepository('node_modules', 'mocha', 'bin', 'mocha.js')

/** The arguments that run a file of tests, for the runners that are installed here. */
const runners = { 'node:test': ['--test'], mocha: [mocha] } as const

describe('the tests on docs/recipes/testing.md', function () {
  this.timeout(60_000)

  for (const [module, args] of Object.entries(runners)) {
    it(`pass by ${module}, and fail where the application is another`, async () => {
      const { fences } = await readPage('docs/recipes/testing.md')
      const application = fences.find(({ info }) => info === 'ts')?.code ?? ''
      const project = await UserProject.create({
        'package.json': '{"type":"module"}',
        'tsconfig.json': settings({ rootDir: 'src', outDir: 'dist' }),
        'src/app.ts': application,
        'src/now.test.ts': importing(fences, module),
      })
      for (const name of ['mocha', '@types/mocha']) await project.link(name, inRepository('node_modules', name))
      const run = (...given: readonly string[]) => runCommand(process.execPath, given, { cwd: project.folder })
      try {
        const compiler = inRepository('node_modules', 'typescript', 'bin', 'tsc')
        expect((await run(compiler)).stdout).to.equal('')
        const passed = await run(...args, 'dist/now.test.js')
        expect(passed.stdout).to.match(/pass(?:ing| 1)/)
        expect(passed.status, passed.stdout + passed.stderr).to.equal(0)
        await project.write('src/app.ts', application.replace("prefix: '/now'", "prefix: '/never'"))
        await run(compiler)
        expect((await run(...args, 'dist/now.test.js')).status).to.equal(1)
      } finally {
        await project.remove()
      }
    })
  }
})
