import { expect } from 'chai'
import { Problem } from '../../../samples/conduit/answers/problem.js'
import { Passwords } from '../../../samples/conduit/identity/passwords.js'
import { readSettings } from '../../../samples/conduit/settings.js'

describe('conduit, passwords', function () {
  this.timeout(120_000)

  const passwords = () => new Passwords(readSettings({ PASSWORD_COST: '10' }))

  it('match only their own hash, with any cost of new ones', async () => {
    const kept = await passwords().hash('correct horse')
    const dearer = new Passwords(readSettings({ PASSWORD_COST: '11' }))
    expect(await dearer.matches('correct horse', kept)).to.equal(true)
    expect(await dearer.matches('battery staple', kept)).to.equal(false)
    expect(await dearer.matches('correct horse', undefined)).to.equal(false)
  })

  it('are the same with composed and decomposed letters', async () => {
    const kept = await passwords().hash('caf\u00e9 cr\u00e8me')
    expect(await passwords().matches('cafe\u0301 cre\u0300me', kept)).to.equal(true)
  })

  it('are not compared without limit when many ask at once: late requests are refused, and later ones are served', async () => {
    const asked = passwords()
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => asked.hash('password1')))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).to.have.length(34)
    for (const { reason } of refused) expect(reason).to.be.instanceOf(Problem).and.to.have.property('statusCode', 503)
    expect(await asked.matches('password1', await asked.hash('password1'))).to.equal(true)
  })
})
