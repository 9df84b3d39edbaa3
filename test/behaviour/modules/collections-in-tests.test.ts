import { Module, PluginWrapped, provide } from 'alcove'
import { explainName, inspect } from 'alcove/inspect'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { ask, withApp } from './app.js'
import { JobController, Jobs, jobNamed } from './jobs.js'

describe('a collection, seen from outside', () => {
  it('takes what an override puts in the place of a contribution', async () => {
    const One = jobNamed('one')
    @Module({ collects: [Jobs], providers: [Jobs.add(One)], controllers: [JobController] })
    class Root {}
    const override = [provide(One, { useValue: { name: 'another' } })]
    await withApp(Root, async (app) => expect((await ask(app, 'GET /jobs')).body).to.deep.equal(['another']), {
      override,
    })
  })

  it('gives the list that an override puts in its place', async () => {
    @Module({ providers: [Jobs.add(jobNamed('below'))] })
    class Below {}
    @Module({ collects: [Jobs], imports: [Below], controllers: [JobController] })
    class Root {}
    const override = [provide(Jobs, { useValue: [{ name: 'instead' }] })]
    await withApp(Root, async (app) => expect((await ask(app, 'GET /jobs')).body).to.deep.equal(['instead']), {
      override,
    })
  })

  it('is collected by a test of a module that only contributes', async () => {
    const One = jobNamed('one')
    @Module({ providers: [Jobs.add(One)] })
    class Feature {}
    await using app = await createTestApp(Feature, { given: [Jobs] })
    expect(app.get(Jobs)).to.deep.equal([app.get(One)])
  })

  it('is in the tree and in explain, with its contributions', async () => {
    @PluginWrapped()
    @Module({ providers: [Jobs.add(provide('wrapped', { useValue: { name: 'wrapped' } }))] })
    class Wrapped {}
    @Module({ imports: [Wrapped], providers: [Jobs.add(jobNamed('below'))] })
    class Below {}
    @Module({ collects: [Jobs], imports: [Below], controllers: [JobController] })
    class Root {}
    await withApp(Root, async (app) => {
      await app.ready()
      expect(app.printTree()).to.include('collects: jobs')
      expect(app.printTree()).to.include('contributes: AJob to jobs, wrapped to jobs (Wrapped)')
      const inspection = inspect(app.instance)
      const route = inspection.routes.find(({ url }) => url === '/jobs')
      if (route === undefined) throw new Error('the route is there')
      const [home] = explainName(inspection, route, 'jobs').homes
      expect(home?.entry.kind).to.equal('collection')
      expect(home?.isSeen).to.equal(true)
      expect(route.injections.map(({ entry }) => entry)).to.deep.equal([home?.entry.id])
    })
  })
})
