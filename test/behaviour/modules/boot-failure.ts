import { bootstrap } from 'alcove'
import { expect } from 'chai'
import type { BootstrapOptions, RootModule } from './app.js'

export interface BootFailure extends Error {
  code: string
  cause?: unknown
  declaredAt?: string
}

/** The error with which a module refuses to boot. It fails the test when the module boots, or when the error has no code. */
export async function bootFailure(root: RootModule, options: BootstrapOptions = {}): Promise<BootFailure> {
  const app = bootstrap(root, options)
  const failure: unknown = await app.ready().then(
    () => undefined,
    (error: unknown) => error,
  )
  await Promise.resolve(app.close()).catch(() => undefined)
  expect(failure, 'the module boots, though it must not').to.be.instanceOf(Error)
  expect(failure)
    .to.have.property('code')
    .that.matches(/^(ALC|FST)_ERR_/)
  // The two lines above checked it.
  return failure as BootFailure
}

/** The error of a declaration, or of the boot of the declared module. It fails the test when the module boots. */
export async function refusalOf(declare: () => RootModule): Promise<BootFailure> {
  let root: RootModule
  try {
    root = declare()
  } catch (error) {
    expect(error)
      .to.have.property('code')
      .that.matches(/^(ALC|FST)_ERR_/)
    // The line above checked it.
    return error as BootFailure
  }
  return bootFailure(root)
}

/** Expects that a boot fails with a message that contains each of the given words. */
export async function expectRefusal(root: RootModule, words: readonly (string | RegExp)[]): Promise<BootFailure> {
  const failure = await bootFailure(root)
  for (const word of words) {
    if (typeof word === 'string') expect(failure.message).to.include(word)
    else expect(failure.message).to.match(word)
  }
  return failure
}
