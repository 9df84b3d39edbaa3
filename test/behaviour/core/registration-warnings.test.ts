import { expect } from 'chai'
import { useServers } from './subject.js'

describe('warnings of registrations', () => {
  const create = useServers()

  /** The warnings that the log gets while `register` runs. */
  function warningsOf(register: (server: ReturnType<typeof create>) => unknown): readonly string[] {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(JSON.parse(line).msg) }
    register(create({ logger: { level: 'warn', stream } }))
    return lines
  }

  it('name a pattern of content types that is not anchored, and the fix', () => {
    expect(warningsOf((server) => server.addContentTypeParser(/text\/csv/i, async () => ''))).to.deep.equal([
      'The content type pattern /text\\/csv/i is not anchored, so a cross-site form can match it. Start it with ^',
    ])
    expect(warningsOf((server) => server.addContentTypeParser(/^text\/csv/, async () => ''))).to.deep.equal([])
  })

  it('name the part of a route whose schema is undefined, and the fix', () => {
    expect(warningsOf((server) => server.post('/', { schema: { body: undefined } }, async () => ''))).to.deep.equal([
      'The body schema of POST / is undefined, so it has no effect. Check for a circular import, or remove the key',
    ])
    expect(warningsOf((server) => server.post('/', { schema: {} }, async () => ''))).to.deep.equal([])
  })

  it('do not name an undefined hook: plugins pass hooks that the application may leave out', () => {
    expect(warningsOf((server) => server.get('/', { preHandler: undefined }, async () => ''))).to.deep.equal([])
  })
})
