import { Controller, contextValue, Inject, type Instance, Module, pluginWrapper } from 'alcove'
import { expect } from 'chai'
import { expectRefusal } from './boot-failure.js'

const Level = contextValue<number>('level')
const Region = contextValue<string>('region')

class Store {}

@Controller()
class Asking {
  constructor(
    @Inject(Store) readonly store: Store,
    @Inject(Level) readonly level: number,
  ) {}
}

@Controller()
class AskingForValues {
  constructor(
    @Inject(Level) readonly level: number,
    @Inject(Region) readonly region: string,
  ) {}
}

describe('the boot error for a constructor with two invisible injections', () => {
  it('names both', async () => {
    @Module({ controllers: [Asking] })
    class Root {}
    const failure = await expectRefusal(Root, [
      /^The boot found 2 problems:/,
      'provider Store',
      'context value "level"',
    ])
    expect(failure.code).to.equal('ALC_ERR_PROVIDER_INVISIBLE')
  })

  it('names both values that no plugin has declared', async () => {
    @Module({ controllers: [AskingForValues], plugins: [async () => {}] })
    class Root {}
    await expectRefusal(Root, [/^The boot found 2 problems:/, 'context value "level"', 'context value "region"'])
  })

  it('names only the value that no plugin has declared', async () => {
    const declares = pluginWrapper(async (instance: Instance) => void instance.decorate('level', 1))
    @Module({ controllers: [AskingForValues], plugins: [declares] })
    class Root {}
    const failure = await expectRefusal(Root, [/^The constructor of AskingForValues .*context value "region"/])
    expect(failure.message).not.to.include('"level"')
  })
})
