import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'

export type AnyClass = new (...args: never[]) => object

/** The findings at boot, one for each decorator of Nest. */
export async function foundOfNest(Root: AnyClass): Promise<string[]> {
  const error: unknown = await createTestApp(Root).then(
    async (app) => {
      await app.close()
      return null
    },
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) return []
  expect(error).to.have.property('code', 'ALC_ERR_NEST_DECORATOR')
  expect(error.message).to.match(/^alcove does not read decorators and tokens of Nest, so these have no effect:\n/)
  return error.message.split('\n  ').slice(1)
}
