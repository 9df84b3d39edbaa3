// Version 8 of the default validator: the same baseline, newer keywords, other messages.
// Start it: npm run build:all && node build/samples/validator-8/main.js
import { Body, bootstrap, Controller, Module, Post, Schema } from 'alcove'
import { startWhenMain } from '../start.js'

@Controller()
class PaymentController {
  // Version 8 has `discriminator`: one property chooses the branch, and failures are reported for that branch alone.
  @Post('/payments')
  @Schema({
    body: {
      type: 'object',
      required: ['by'],
      discriminator: { propertyName: 'by' },
      oneOf: [
        { properties: { by: { const: 'card' }, number: { type: 'string', minLength: 4 } }, required: ['number'] },
        { properties: { by: { const: 'invoice' }, days: { type: 'integer', default: 30 } } },
      ],
    },
  })
  pay(@Body() payment: unknown) {
    return payment
  }

  @Post('/points')
  @Schema({
    body: {
      point: { type: 'array', items: [{ type: 'number' }, { type: 'number' }], minItems: 2, additionalItems: false },
    },
  })
  point(@Body() body: unknown) {
    return body
  }
}

@Module({ controllers: [PaymentController] })
class AppModule {}

export const app = bootstrap(AppModule, {
  validatorengine: { version: 8, customOptions: { discriminator: true } },
})

await startWhenMain(import.meta, app, [
  [`/payments --json '{"by":"card","number":"4242"}'`, '200 {"by":"card","number":"4242"}'],
  [`/payments --json '{"by":"invoice"}'`, '200 {"by":"invoice","days":30}'],
  [`/payments --json '{"by":"card"}'`, "400 …body must have required property 'number'…"],
  [`/payments --json '{"by":"cash"}'`, '400 …value of tag \\"by\\" must be in oneOf…'],
  [`/points --json '{"point":[1,"2"]}'`, '200 {"point":[1,2]}'],
  [`/points --json '{"point":[1]}'`, '400 …body/point must NOT have fewer than 2 items…'],
])
