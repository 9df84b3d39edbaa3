import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Controller, Get, Post } from 'alcove'
import { expect } from 'chai'
import { askBeside, askInside, askRefused, decorated } from './decorated.js'
import { type Case, cases } from './decorated-cases.js'
import { type Loose, type RootModule, useServed } from './served.js'

function controllerOf({ handle, method, options = {} }: Case): RootModule {
  if (handle === undefined) {
    @Controller()
    class Nothing {}
    return Nothing
  }
  const route = method === 'POST' ? Post('/', options) : Get('/', options)
  @Controller()
  class Subject {
    @route
    answer(request: Loose, reply: Loose) {
      return handle?.(request, reply)
    }
  }
  return Subject
}

for (const [name, subject] of Object.entries(cases)) {
  describe(`${name} in a module with a hook, a guard, a function around handlers and providers of requests`, () => {
    const serve = useServed()
    let views = ''
    const { path, method, status = 200, besideStatus = 200, headers = {} } = subject
    const asked = () => ({ path, method, extras: subject.extras?.() })
    const start = () => {
      const { configure } = subject
      return serve(decorated({ plugins: subject.plugins(views), controllers: [controllerOf(subject)], configure }))
    }

    before(async () => {
      views = await mkdtemp(join(tmpdir(), 'decorated-'))
      await writeFile(join(views, 'page.ejs'), '<p><%= name %></p>')
    })
    after(() => rm(views, { recursive: true }))

    it('answers with the bytes that it is to answer with, marked by all of them', async () => {
      const answer = await askInside(await start(), asked())
      expect(answer.text).to.equal(subject.inside)
      expect(answer.status).to.equal(status)
      expect(answer.headers.get('x-signed')).to.equal(subject.isRaw ? null : 'yes')
      expect(Object.fromEntries(answer.headers)).to.include(headers)
    })

    it('is behind the guard', async () => {
      const answer = await askRefused(await start(), asked())
      expect(answer.text).not.to.equal(subject.inside)
    })

    it('is not seen by a sibling', async () => {
      const answer = await askBeside(await start(), asked())
      expect(answer.text).to.equal(subject.beside)
      expect(answer.status).to.equal(besideStatus)
      for (const header of Object.keys(headers)) expect(answer.headers.get(header)).to.equal(null)
    })
  })
}
