// A module declares a shared schema once. That module and those below refer to it by `$ref`.
// Start it: npm run build:all && node build/samples/shared-schemas/main.js
import { Body, bootstrap, Controller, type Infer, Module, Post, Schema, shared } from 'alcove'
import { startWhenMain } from '../start.js'

// `shared` keeps the type: `User.ref` is the `$ref`, and the compiler knows the type of its target.
const User = shared('user', {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 20 }, age: { type: 'integer', minimum: 0, default: 18 } },
})
type User = Infer<typeof User>

@Controller('/users')
class UserController {
  @Post()
  @Schema({ response: { '2xx': User.ref } })
  create(@Body(User.ref) user: User) {
    return { ...user, password: 'not declared, so not sent' }
  }
}

// A plain object with an `$id` is shared as well. This one has a target for each form of `$ref`.
const Parts = {
  $id: 'parts',
  type: 'object',
  definitions: {
    color: { type: 'string', enum: ['red', 'blue'] },
    size: { $id: '#size', type: 'integer', minimum: 1 },
  },
  properties: { weight: { type: 'number', minimum: 0 } },
}

/** The six forms of `$ref`. They work in requests and in responses. */
const Item = {
  type: 'object',
  required: ['color'],
  definitions: {
    code: { type: 'string', maxLength: 3 },
    label: { $id: '#label', type: 'string', maxLength: 10 },
  },
  properties: {
    label: { $ref: '#label' }, // an `$id` in this schema
    code: { $ref: '#/definitions/code' }, // a definition in this schema
    owner: { $ref: 'user#' }, // a whole shared schema
    color: { $ref: 'parts#/definitions/color' }, // a definition in a shared schema
    weight: { $ref: 'parts#/properties/weight' }, // a property in a shared schema
    size: { $ref: 'parts#size' }, // an `$id` in a shared schema
  },
} as const

@Controller('/items')
class ItemController {
  @Post()
  @Schema({ response: { 200: Item } })
  create(@Body(Item) item: Infer<typeof Item>) {
    return item
  }
}

// Two siblings may share different schemas under one `$id`: neither sees the other's.
@Controller()
class AmountController {
  @Post('/amount')
  @Schema({ body: { type: 'object', properties: { amount: { $ref: 'amount#' } } } })
  check() {
    return 'within the limit'
  }
}

@Module({
  prefix: '/small',
  schemas: [{ $id: 'amount', type: 'integer', maximum: 10 }],
  controllers: [AmountController],
})
class Small {}

@Module({
  prefix: '/large',
  schemas: [{ $id: 'amount', type: 'integer', maximum: 1000 }],
  controllers: [AmountController],
})
class Large {}

@Module({ schemas: [User, Parts], imports: [Small, Large], controllers: [UserController, ItemController] })
class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(import.meta, app, [
  [`/users --json '{"name":"Ada"}'`, '200 {"name":"Ada","age":18}'],
  [
    `/users --json '{}'`,
    '400 {"statusCode":400,"error":"Bad Request","message":"body should have required property \'name\'"}',
  ],
  [
    `/items --json '{"label":"pen","code":"p1","owner":{"name":"Ada"},"color":"red","weight":"0.5","size":2}'`,
    '200 {"color":"red","label":"pen","code":"p1","owner":{"name":"Ada","age":18},"weight":0.5,"size":2}',
  ],
  [`/items --json '{"color":"green"}'`, '400 …body/color should be equal to one of the allowed values…'],
  [`/items --json '{"color":"red","size":0}'`, '400 …body/size should be >= 1…'],
  [`/small/amount --json '{"amount":500}'`, '400 …body/amount should be <= 10…'],
  [`/large/amount --json '{"amount":500}'`, '200 within the limit'],
])
