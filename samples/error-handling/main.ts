// An error goes to the nearest error handler for its class. If that throws, the next one outwards gets the error.
// Start it: npm run build:all && node build/samples/error-handling/main.js
import {
  bootstrap,
  Controller,
  ErrorHandler,
  Get,
  Module,
  NotFoundHandler,
  Param,
  Post,
  type Reply,
  type Request,
  Schema,
  ValidationError,
} from 'alcove'
import { startWhenMain } from '../start.js'

class OutOfStock extends Error {
  constructor(readonly item: string) {
    super(`no ${item} left`)
  }
}

/** An error without a handler of its own is answered with its `statusCode`, or 500. */
class Closed extends Error {
  readonly statusCode = 503
}

const Order = { body: { type: 'object', required: ['item'], properties: { item: { type: 'string' } } } } as const

@Controller('/orders')
class OrderController {
  @Post()
  @Schema(Order)
  create(request: Request<typeof Order>) {
    if (request.body.item === 'moon') throw new OutOfStock('moon')
    if (request.body.item === 'sun') throw new Closed('no orders today')
    return { ordered: request.body.item }
  }

  // With `attachValidation` the handler runs although validation failed, and reads the failure from the request.
  @Post('/lenient', { attachValidation: true })
  @Schema(Order)
  createAnyway(request: Request<typeof Order>, reply: Reply) {
    const { validationError } = request
    if (validationError === undefined) return { ordered: request.body.item }
    return reply.code(202).send({ accepted: true, warning: validationError.message })
  }

  // The controller's own handlers come before those of its module. Of several, the one for the nearest class answers.
  @ErrorHandler(OutOfStock)
  outOfStock(error: OutOfStock, _request: Request, reply: Reply) {
    if (error.item === 'moon') return reply.code(409).send({ conflict: error.message })
    throw error
  }
}

@Module({ prefix: '/shop', controllers: [OrderController] })
class Shop {
  @ErrorHandler(ValidationError)
  invalid(error: ValidationError, _request: Request, reply: Reply) {
    return reply.code(422).send({ part: error.validationContext, message: error.message })
  }
}

@Controller('/numbers')
class NumberController {
  @Get('/:number')
  read(@Param('number') number: string) {
    return { number: BigInt(number).toString() } // its error must not reach the client
  }
}

@Module({ imports: [Shop], controllers: [NumberController] })
class AppModule {
  // The outermost handler, for all other errors. If it sent or threw the error, the default answer would follow.
  @ErrorHandler()
  unexpected(error: Error & { statusCode?: number }, _request: Request, reply: Reply) {
    if (error.statusCode !== undefined) throw error
    return reply.code(500).send({ sorry: 'this is our fault' })
  }

  @NotFoundHandler()
  notFound(request: Request, reply: Reply) {
    return reply.code(404).send({ unknown: request.url })
  }
}

export const app = bootstrap(AppModule)

await startWhenMain(import.meta, app, [
  [`/shop/orders --json '{"item":"pen"}'`, '200 {"ordered":"pen"}'],
  [`/shop/orders --json '{}'`, `422 {"part":"body","message":"body should have required property 'item'"}`],
  [`/shop/orders/lenient --json '{}'`, `202 {"accepted":true,"warning":"body should have required property 'item'"}`],
  [`/shop/orders --json '{"item":"moon"}'`, '409 {"conflict":"no moon left"}'],
  [
    `/shop/orders --json '{"item":"sun"}'`,
    '503 {"statusCode":503,"error":"Service Unavailable","message":"no orders today"}',
  ],
  ['/numbers/7', '200 {"number":"7"}'],
  ['/numbers/seven', '500 {"sorry":"this is our fault"}'],
  ['/nowhere', '404 {"unknown":"/nowhere"}'],
])
