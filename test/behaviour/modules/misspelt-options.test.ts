import { bootstrap, Controller, Get, Injectable, Module, provide } from 'alcove'
import { compileApplication } from 'alcove/standalone'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'

@Injectable()
class Mailer {
  send() {
    return 'real'
  }
}

class Fake extends Mailer {
  override send() {
    return 'fake'
  }
}

@Controller('/mail')
class MailController {
  constructor(private readonly mailer: Mailer) {}
  @Get()
  send() {
    return this.mailer.send()
  }
}

@Module({ providers: [Mailer], controllers: [MailController] })
class App {}

const entries = [provide(Mailer, { useClass: Fake })]

/** Options that the compiler would refuse: they may come from a variable. */
async function codeOf(boot: (options: object) => unknown, options: object): Promise<string> {
  const problem = await Promise.resolve()
    .then(() => boot(options))
    .then(
      () => 'boots',
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    )
  return problem
}

describe('A misspelt option of the application fails the boot:', () => {
  for (const [name, near] of [
    ['overide', 'override'],
    ['overrides', 'override'],
    ['givn', 'given'],
    ['loger', 'logger'],
    ['precompild', 'precompiled'],
  ] as const) {
    it(`createTestApp with ${name}`, async () => {
      const problem = await codeOf((options) => createTestApp(App, options), { [name]: entries })
      expect(problem).to.equal(`ALC_ERR_OPTION_UNKNOWN: Option "${name}" is unknown: did you mean "${near}"?`)
    })
  }

  for (const [entry, boot] of [
    ['bootstrap', (options: object) => bootstrap(App, options).ready()],
    ['compileApplication', (options: object) => compileApplication(App, options)],
  ] as const) {
    for (const [name, near] of [
      ['overide', 'override'],
      ['gracefulShutdwon', 'gracefulShutdown'],
    ] as const) {
      it(`${entry} with ${name}`, async () => {
        const problem = await codeOf(boot, { [name]: entries })
        expect(problem).to.equal(`ALC_ERR_OPTION_UNKNOWN: Option "${name}" is unknown: did you mean "${near}"?`)
      })
    }
  }

  it('together with the other problems of the options, in one error', async () => {
    const problem = await codeOf((options) => createTestApp(App, options), { overide: entries, bodyLimit: -1 })
    expect(problem).to.include('The boot found 2 problems').and.include('"overide"').and.include('"bodyLimit"')
  })

  it('but names that resemble no option are free for settings of the application', async () => {
    await using app = await createTestApp(App, { override: entries, ...({ port: 3000, region: 'eu' } as object) })
    expect((await app.inject('/mail')).body).to.equal('fake')
  })
})
