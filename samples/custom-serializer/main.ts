// A serializer turns responses into text. Use the default one, one of your own for a module, or one for a single reply.
// Start it: npm run build:all && node build/samples/custom-serializer/main.js
import { bootstrap, Controller, Get, Module, Rep, type Reply, Schema, type SerializerCompiler } from 'alcove'
import { startWhenMain } from '../start.js'

const account = { id: 1, owner: 'Ada', balance: 1234.5, pin: '0000' }

const Account = {
  type: 'object',
  properties: { id: { type: 'integer' }, owner: { type: 'string' }, balance: { type: 'number' } },
} as const

// The default serializer is fast, and leaves out properties that the schema does not declare.
@Controller('/default')
class DefaultController {
  @Get()
  @Schema({ response: { '2xx': Account } })
  read() {
    return account
  }
}

// A compiler gets schema, method, url and httpStatus. It returns a function from data to text.
const compileIndented: SerializerCompiler = ({ schema }) => {
  const names = declaredNames(schema)
  return (data) => JSON.stringify(data, names, 1)
}

function declaredNames(schema: unknown): string[] {
  const properties = typeof schema === 'object' && schema !== null && 'properties' in schema ? schema.properties : {}
  return Object.keys(Object(properties))
}

@Controller('/indented')
class IndentedController {
  @Get()
  @Schema({ response: { '2xx': Account } })
  read() {
    return account
  }
}

@Module({ serializerCompiler: compileIndented, controllers: [IndentedController] })
class Indented {}

// For one reply: `reply.serializer`. It takes precedence over any schema.
@Controller('/csv')
class CsvController {
  @Get()
  read(@Rep() reply: Reply) {
    const { id, owner, balance } = account
    reply.type('text/csv; charset=utf-8').serializer(toCsv)
    return [
      ['id', 'owner', 'balance'],
      [id, owner, balance],
    ]
  }
}

function toCsv(rows: unknown): string {
  return Array.isArray(rows) ? rows.map((row) => String(row)).join('\n') : ''
}

@Module({ imports: [Indented], controllers: [DefaultController, CsvController] })
class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(import.meta, app, [
  ['/default', '200 {"id":1,"owner":"Ada","balance":1234.5}'],
  ['/indented', '200 {…"id": 1,…"owner": "Ada",…"balance": 1234.5…}'],
  ['/csv', '200 id,owner,balance…1,Ada,1234.5'],
])
