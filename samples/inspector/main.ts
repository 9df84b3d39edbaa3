// A page that draws the application while you develop it: contexts, the values and hooks of each route, live figures.
// Start it: npm run build:all && node build/samples/inspector/main.js

import bearerAuth from '@fastify/bearer-auth' // an unmodified plugin of the ecosystem
import { httpErrors } from '@fastify/sensible'
import {
  Body,
  bootstrap,
  Controller,
  contextValue,
  ErrorHandler,
  Get,
  Hook,
  type Infer,
  Inject,
  Injectable,
  Module,
  Param,
  PluginWrapped,
  Post,
  type Reply,
  type Request,
  requestValue,
  Schema,
  shared,
  use,
  ValidationError,
} from 'alcove'
import { Inspector } from 'alcove/inspector'
import { startWhenMain } from '../start.js'

const Shop = contextValue<string>('shop')
const Visitor = requestValue<string>('visitor')
const Basket = requestValue<string[]>('basket')

const Product = shared('product', {
  type: 'object',
  required: ['name', 'price'],
  properties: { name: { type: 'string', maxLength: 40 }, price: { type: 'number', minimum: 0 } },
})
type Product = Infer<typeof Product>

@Injectable()
class Shelf {
  readonly products: Product[] = [{ name: 'Tea', price: 3.5 }]
}

@Controller('/products')
class ProductController {
  constructor(private readonly shelf: Shelf) {}

  @Get('/:index')
  @Schema({
    params: { type: 'object', properties: { index: { type: 'integer', minimum: 0 } } },
    response: { 200: Product.ref },
  })
  async read(@Param('index') index: number) {
    const product = this.shelf.products[index]
    if (product === undefined) throw httpErrors.notFound(`No product ${index}`)
    return product
  }

  @Post()
  @Schema({ body: Product.ref, response: { 201: Product.ref } })
  add(@Body(Product.ref) product: Product) {
    this.shelf.products.push(product)
    return product
  }
}

@Controller('/basket')
class BasketController {
  @Get()
  show(@Inject(Visitor) visitor: string, @Inject(Basket) basket: string[]) {
    return { visitor, basket }
  }
}

@Controller('/stock')
class StockController {
  constructor(private readonly shelf: Shelf) {}

  @Get()
  count(@Inject(Visitor) visitor: string, @Inject(Basket.optional) basket?: string[]) {
    return { visitor, basket, products: this.shelf.products.length }
  }
}

// Wrapped: its declarations are added to Shopping. The page marks it with an arrow up.
@PluginWrapped()
@Module({ decorateRequest: [Basket.from(() => ['Tea'])] })
class Baskets {}

@Module({ imports: [Baskets], controllers: [ProductController, BasketController] })
class Shopping {
  @Hook('preHandler') async audit(request: Request, reply: Reply) {
    reply.header('x-audited', request.url)
  }

  @ErrorHandler(ValidationError) invalid(error: ValidationError, _request: Request, reply: Reply) {
    reply.code(422).send({ message: error.message })
  }
}

// The plugin guards this context and not its siblings. Its visitor shadows that of the contexts above.
@Module({
  prefix: '/office',
  plugins: [use(bearerAuth, { keys: new Set(['secret']) })],
  decorateRequest: [Visitor.is('clerk')],
  controllers: [StockController],
})
class Office {}

@Module({
  schemas: [Product],
  providers: [Shelf],
  decorate: [Shop.is('Corner shop')],
  decorateRequest: [Visitor.is('guest')],
  // The inspector does not start in production, so the module imports it only elsewhere.
  imports: [Shopping, Office, ...(process.env.NODE_ENV === 'production' ? [] : [Inspector])],
})
class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(
  import.meta,
  app,
  [
    ['/products/0', '200 {"name":"Tea","price":3.5}'],
    ['/products/-1', '422 {"message":"params/index should be >= 0"}'],
    ['/basket', '200 {"visitor":"guest","basket":["Tea"]}'],
    ["/office/stock -H 'authorization: Bearer secret'", '200 {"visitor":"clerk","products":1}'],
    ['/__alcove', '200 <!doctype html>…<title>alcove inspector</title>…'],
    ['/__alcove/why?route=GET%20/office/stock&name=basket', '200 …"isSeen":false…"fix":…'],
  ],
  () => 'Open /__alcove in a browser, and click on a route.',
)
