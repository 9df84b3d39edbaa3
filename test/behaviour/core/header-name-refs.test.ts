import { expect } from 'chai'
import { useServers } from './subject.js'

const definitions = { denied: { enum: ['X-Debug'] } }

describe('a $ref inside propertyNames of headers', () => {
  const create = useServers()

  /** The warnings of a route with such a schema. */
  function warningsOf(headers: object): readonly string[] {
    const lines: string[] = []
    const stream = { write: (line: string) => void lines.push(JSON.parse(line).msg) }
    const server = create({ logger: { level: 'warn', stream } })
    server.post('/', { schema: { headers } }, async () => 'yes')
    return lines
  }

  it('is named in a warning, because its names keep their capitals', () => {
    const [line, ...others] = warningsOf({ propertyNames: { not: { $ref: '#/definitions/denied' } }, definitions })
    expect(line).to.contain("The headers schema of POST / has the $ref '#/definitions/denied' inside propertyNames")
    expect(others).to.deep.equal([])
  })

  it('is accepted where the names are inline, and anywhere else', () => {
    expect(warningsOf({ propertyNames: { not: definitions.denied } })).to.deep.equal([])
    expect(warningsOf({ properties: { a: { $ref: '#/definitions/denied' } }, definitions })).to.deep.equal([])
  })
})
