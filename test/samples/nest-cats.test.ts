import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { AppModule } from '../../samples/nest-cats/app-module.js'
import { CatsController } from '../../samples/nest-cats/cats/cats-controller.js'
import { CatsService } from '../../samples/nest-cats/cats/cats-service.js'

const tom = { name: 'Tom', age: 3, breed: 'Persian' }
const admin = { 'x-role': 'admin' }

describe('the ported sample nest-cats', () => {
  it('keeps cats, and answers them under data', async () => {
    await using app = await createTestApp(AppModule)
    const created = await app.inject({ method: 'POST', url: '/cats', headers: admin, payload: tom })
    expect([created.statusCode, created.json()]).to.deep.equal([201, { data: tom }])
    expect((await app.inject('/cats')).json()).to.deep.equal({ data: [tom] })
    expect((await app.inject('/cats/1')).json()).to.deep.equal({ data: tom })
  })

  it('lets only an admin add a cat, with any body', async () => {
    await using app = await createTestApp(AppModule)
    for (const headers of [{}, { 'x-role': 'reader' }]) {
      const answer = await app.inject({ method: 'POST', url: '/cats', headers, payload: {} })
      expect(answer.statusCode).to.equal(403)
    }
    expect((await app.inject('/cats')).json()).to.deep.equal({ data: [] })
  })

  it('refuses what does not fit, and answers HTTP errors in the form of the application', async () => {
    await using app = await createTestApp(AppModule)
    const refused = await app.inject({ method: 'POST', url: '/cats', headers: admin, payload: { name: 'Tom' } })
    expect(refused.statusCode).to.equal(400)
    const missing = await app.inject('/cats/2')
    expect(missing.json()).to.deep.equal({ statusCode: 404, message: 'There is no cat 2', path: '/cats/2' })
  })

  it('has a controller that is tested alone', () => {
    const service = new CatsService()
    service.create(tom)
    expect(new CatsController(service).findAll()).to.deep.equal([tom])
  })

  it('logs how long a handler took, also one that fails', async () => {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(line) }
    await using app = await createTestApp(AppModule, { logger: { stream } })
    await app.inject('/cats')
    await app.inject('/cats/2')
    expect(lines.filter((line) => line.includes('"handled"'))).to.have.length(2)
  })
})
