import { type BootstrapOptions, bootstrap, type Class } from 'alcove'

/** The properties of a boot error. */
export interface BootError extends Error {
  code: string
}

/** Boots and gives the error; a boot that succeeds is the failure of the test. */
export async function bootError(Root: Class, options?: BootstrapOptions): Promise<BootError> {
  const app = bootstrap(Root, options)
  try {
    await app.ready()
  } catch (error) {
    return error as BootError
  }
  await app.close()
  throw new Error('the boot was expected to fail, and succeeded')
}

/** The JSON of a GET answer, from an application that lives for this one request. */
export async function answerOf(Root: Class, url: string, options?: BootstrapOptions): Promise<unknown> {
  await using app = bootstrap(Root, options)
  const response = await app.inject(url)
  return response.payload === '' ? '' : response.json()
}
