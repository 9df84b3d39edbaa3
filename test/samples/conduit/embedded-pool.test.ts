import { expect } from 'chai'
import { EmbeddedPool } from '../../../samples/conduit/database/embedded-pool.js'

describe('conduit, the embedded database', function () {
  this.timeout(120_000)

  it('gives its one connection to one after the other, so that no transaction is disturbed', async () => {
    const pool = await EmbeddedPool.open(null)
    const order: string[] = []
    const use = async (name: string) => {
      const connection = await pool.connect()
      order.push(`${name} begins`)
      await connection.query('select 1', [])
      order.push(`${name} ends`)
      connection.release()
    }
    await Promise.all(['one', 'two', 'three'].map(use))
    expect(order).to.deep.equal(['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]))
    await pool.end()
  })

  it('counts the rows that a statement changed', async () => {
    const pool = await EmbeddedPool.open(null)
    const connection = await pool.connect()
    await connection.query('create table things (name text)', [])
    const { command, rowCount } = await connection.query('insert into things values ($1), ($2)', ['a', 'b'])
    expect([command, rowCount]).to.deep.equal(['INSERT', 2])
    connection.release()
    await pool.end()
  })
})
