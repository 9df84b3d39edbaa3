import { expect } from 'chai'
import { fillIn, isPromised, namesIn, readCurl, readTries, readWscat } from './printed-lines.js'

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

  it('takes the fields and files of a form, by POST', () => {
    expect(readCurl(`curl -i http://a/b -F 'note=two words' -F file=@c/d.txt`)).to.deep.equal({
      url: 'http://a/b',
      method: 'POST',
      headers: {},
      body: [
        { name: 'note', value: 'two words', isFile: false },
        { name: 'file', value: 'c/d.txt', isFile: true },
      ],
    })
  })

  it('reads address, header and text as wscat would', () => {
    expect(readWscat(`npx wscat -c ws://a/b -H 'x-name: Ada' -w 1 -x 'two words'`)).to.deep.equal({
      url: 'ws://a/b',
      method: 'GET',
      headers: { 'x-name': 'Ada' },
      body: 'two words',
    })
    expect(() => readWscat('npx wscat -c ws://a/b -q 1')).to.throw('unknown option -q')
    expect(() => readWscat('npx wscat -c ws://a/b')).to.throw('nothing to send')
  })

  it('takes nothing in double quotes for the shell but names', () => {
    expect(readCurl('curl -i http://a/b -H "x-a: $TOKEN b"').headers).to.deep.equal({ 'x-a': '$TOKEN b' })
    expect(() => readCurl('curl -i http://a/b -H "x-a: $(b)"')).to.throw('a shell')
    expect(() => readCurl('curl -i http://a/b -H x-a:$TOKEN')).to.throw('a shell')
  })

  it('finds what an answer calls by a name, for the lines below', () => {
    const names = namesIn('200 {"token":"$TOKEN"}', '200 {"token":"a.b-c"}')
    expect({ ...names }).to.deep.equal({ TOKEN: 'a.b-c' })
    expect(fillIn('Bearer $TOKEN of $NOBODY', names)).to.equal('Bearer a.b-c of $NOBODY')
    expect(isPromised('200 {"token":"$TOKEN"}', '200 {"token":""}')).to.equal(false)
    expect({ ...namesIn('200 $TOKEN', '404 a') }).to.deep.equal({})
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

  it('compares whole answers, except where … matches any text', () => {
    expect(isPromised('200 {"a":1}', '200 {"a":1}')).to.equal(true)
    expect(isPromised('200 {"a":1}', '200 {"a":1} ')).to.equal(false)
    expect(isPromised('400 …b…', '400 a\nbc')).to.equal(true)
    expect(isPromised('400 …', '200 ')).to.equal(false)
  })
})
