// An OpenAPI document of one module: it lists its shared schemas by `$id`. Sibling modules are not in it.
// Start it: npm run build:all && node build/samples/openapi/main.js
import { httpErrors } from '@fastify/sensible'
import swagger from '@fastify/swagger' // both plugins are unmodified
import swaggerUi from '@fastify/swagger-ui'
import {
  Body,
  bootstrap,
  Controller,
  Get,
  type Infer,
  Injectable,
  Module,
  Param,
  Post,
  Schema,
  shared,
  use,
} from 'alcove'
import { startWhenMain } from '../start.js'

const Book = shared('book', {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string', maxLength: 60 }, pages: { type: 'integer', minimum: 1 } },
})
type Book = Infer<typeof Book>

const Problem = shared('problem', {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' } },
})

@Injectable()
class Shelf {
  readonly books: Book[] = [{ title: 'Emma', pages: 474 }]
}

@Controller('/books')
class BookController {
  constructor(private readonly shelf: Shelf) {}

  @Get('/:index')
  @Schema({
    params: { type: 'object', required: ['index'], properties: { index: { type: 'integer', minimum: 0 } } },
    response: { 200: Book.ref, 404: Problem.ref },
  })
  read(@Param('index') index: number) {
    const book = this.shelf.books[index]
    if (book === undefined) throw httpErrors.notFound(`No book ${index}`)
    return book
  }

  @Post()
  @Schema({ response: { 200: Book.ref } })
  add(@Body(Book.ref) book: Book) {
    this.shelf.books.push(book)
    return book
  }
}

const document = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1.0.0' },
  },
  // Without this the schemas are called def-0, def-1, …
  refResolver: {
    buildLocalReference: ({ $id }: { $id?: unknown }, _baseUri: unknown, _fragment: string, index: number) =>
      typeof $id === 'string' ? $id : `def-${index}`,
  },
}

// Both plugins document the routes of this context and below.
@Module({
  schemas: [Book, Problem],
  providers: [Shelf],
  plugins: [use(swagger, document), use(swaggerUi, { routePrefix: '/docs' })],
  controllers: [BookController],
})
class Api {}

@Controller('/health')
class Health {
  @Get()
  read() {
    return { ok: true }
  }
}

@Module({ controllers: [Health] })
class Internal {}

@Module({ imports: [Api, Internal] })
class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(
  import.meta,
  app,
  [
    ['/docs/json', '200 …"schemas":{"book":{…},"problem":{…}}},"paths":{"/books/{index}":{…},"/books":{…}}}'],
    ['/docs/json', '200 …{"$ref":"#/components/schemas/book"}…'],
    ['/docs/', '200 <!--…<title>Swagger UI</title>…'],
    ['/books/0', '200 {"title":"Emma","pages":474}'],
    ['/books/1', '404 {"message":"No book 1"}'],
    ['/health', '200 {"ok":true}'],
  ],
  () => 'Open /docs/ in a browser: /health is not on the page.',
)
