import { expect } from 'chai'
import { isPromised, readCurl, readTries } from './printed-lines.js'

describe('the reader of printed lines', () => {
  it('reads method, headers and body as curl would', () => {
    expect(readCurl(`curl -i http://a/b -X PUT -H 'content-type: text/plain' -d 'two words'`)).to.deep.equal({
      url: 'http://a/b',
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: 'two words',
    })
  })

  it('sends JSON with --json, by POST', () => {
    expect(readCurl(`curl -i 'http://a/b?c=d' --json '{"e":1}'`)).to.deep.equal({
      url: 'http://a/b?c=d',
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: '{"e":1}',
    })
  })

  it('refuses what a shell would change', () => {
    expect(() => readCurl('curl -i http://a/b?c=d')).to.throw('a shell')
    expect(() => readCurl('curl -i http://a/b --json {"e":1}')).to.throw('a shell')
  })

  it('refuses options that it does not know', () => {
    expect(() => readCurl('curl -i http://a/b --compressed x')).to.throw('unknown option --compressed')
  })

  it('pairs each line with the answer below it', () => {
    const tries = readTries('Try:\n  curl -i http://a/b\n  → 200 one\n  curl -i http://a/c\n  → 404 …\n')
    expect(tries.map(({ url, answer }) => [url, answer])).to.deep.equal([
      ['http://a/b', '200 one'],
      ['http://a/c', '404 …'],
    ])
  })

  it('compares whole answers, but for what … stands for', () => {
    expect(isPromised('200 {"a":1}', '200 {"a":1}')).to.equal(true)
    expect(isPromised('200 {"a":1}', '200 {"a":1} ')).to.equal(false)
    expect(isPromised('400 …b…', '400 a\nbc')).to.equal(true)
    expect(isPromised('400 …', '200 ')).to.equal(false)
  })
})
