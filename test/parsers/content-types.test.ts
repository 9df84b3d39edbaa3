import { expect } from 'chai'
import { ContentTypes } from '#dist/parsers/content-types.js'
import { ByteCache } from '#dist/support/byte-cache.js'

describe('ByteCache', () => {
  const limits = { bytes: 10_000, longestKey: 100 }

  it('never takes more bytes than its limit', () => {
    const cache = new ByteCache<number>(limits)
    for (let index = 0; index < 1000; index++) {
      cache.set(`key ${index}`, index)
      expect(cache.bytes).to.be.at.most(limits.bytes)
    }
  })

  it('keeps a key in use while other keys come and go', () => {
    const cache = new ByteCache<number>(limits)
    cache.set('used', 1)
    for (let index = 0; index < 1000; index++) {
      cache.set(`key ${index}`, index)
      expect(cache.get('used'), `after ${index} other keys`).to.equal(1)
    }
  })

  it('evicts unused keys', () => {
    const cache = new ByteCache<number>(limits)
    cache.set('unused', 1)
    for (let index = 0; index < 1000; index++) cache.set(`key ${index}`, index)
    expect(cache.get('unused')).to.equal(undefined)
    expect(cache.get('key 999')).to.equal(999)
  })

  it('does not keep a key that is longer than its limit', () => {
    const cache = new ByteCache<number>(limits)
    cache.set('x'.repeat(101), 1)
    expect(cache.get('x'.repeat(101))).to.equal(undefined)
    expect(cache.bytes).to.equal(0)
  })
})

describe('ContentTypes', () => {
  const type = 'application/json; charset=utf-8'

  it('reads a type that comes for the first time after 100 other values once', () => {
    const types = new ContentTypes()
    for (let index = 0; index < 100; index++) types.read(`application/json; junk=${index}`)
    const first = types.read(type)
    expect(first).to.deep.equal({ full: 'application/json; charset="utf-8"', mediaType: 'application/json' })
    expect(types.read(type)).to.equal(first)
  })

  it('gives null for a malformed value', () => {
    const types = new ContentTypes()
    expect([types.read('application'), types.read('a/b, c/d')]).to.deep.equal([null, null])
  })
})
