import { type BootstrapOptions, bootstrap, type Class, type CodedError } from 'alcove'

/** Boots and gives the error; a boot that succeeds is the failure of the test. */
export async function bootError(Root: Class, options?: BootstrapOptions): Promise<CodedError> {
  const app = bootstrap(Root, options)
  try {
    await app.ready()
  } catch (error) {
    return error as CodedError // a failed boot rejects with one
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
