import {
  Body,
  Controller,
  Delete,
  Get,
  Guard,
  Hook,
  Module,
  Param,
  Patch,
  Post,
  Put,
  Query,
  requestValue,
  Schema,
  shared,
} from 'alcove'
import type { RootModule } from './rooms.js'

const areas = ['Order', 'Stock', 'Invoice', 'Customer', 'Shipment', 'Product', 'Payment', 'Report', 'Ticket', 'Search']
const parts = [
  ...['Import', 'Export', 'Draft', 'Archive', 'Label', 'Note', 'Price', 'Limit', 'Rule', 'Batch'],
  ...['Audit', 'Alert', 'Share', 'Draw'],
]

/** Ten areas of fifteen modules each, all with ten routes: 151 contexts with the root, 1500 routes. */
export function largeApplication(imports: readonly RootModule[] = []): RootModule {
  const Tenant = requestValue<string>('tenant')
  const modules = areas.map((area) => areaModule(area))

  @Module({ decorateRequest: [Tenant.is('none')], imports: [...modules, ...imports] })
  class AppModule {
    @Hook('onRequest') async logArrival() {}
  }
  return AppModule
}

function areaModule(area: string): RootModule {
  const inner = parts.map((part) => partModule(`${area}${part}`, part.toLowerCase()))
  const Caller = requestValue<string>(`${area.toLowerCase()}Caller`)

  class Area {
    @Hook('onRequest') async readCaller() {}
  }
  name(Area, `${area}Module`)
  Guard(function signedIn() {
    return true
  })(Area)
  Module({
    prefix: `/${area.toLowerCase()}s`,
    decorateRequest: [Caller.is('nobody')],
    controllers: [controllerOf(`${area}s`, '/all')],
    imports: inner,
  })(Area)
  return Area
}

function partModule(title: string, path: string): RootModule {
  class Part {}
  class Repository {}
  name(Part, `${title}Module`)
  name(Repository, `${title}Repository`)
  const Item = shared(`${title}Item`, {
    type: 'object',
    required: ['name', 'amount'],
    properties: {
      name: { type: 'string', minLength: 3 },
      amount: { type: 'integer', minimum: 1 },
      state: { enum: ['open', 'closed'] },
    },
  })
  Module({ providers: [Repository], schemas: [Item], controllers: [controllerOf(`${title}s`, `/${path}`, Item)] })(Part)
  return Part
}

/** A class with ten routes. */
function controllerOf(title: string, path: string, Item?: object): RootModule {
  const item = Item === undefined ? { type: 'object' } : (Item as { ref: object }).ref // what `shared` returns

  @Controller(path)
  class Items {
    @Get() @Schema({ querystring: { page: { type: 'integer', default: 1 } } }) list(@Query() query: unknown) {
      return { query }
    }
    @Get('/count') count() {
      return { count: 0 }
    }
    @Get('/recent') recent() {
      return []
    }
    @Get('/:id') read(@Param('id') id: string) {
      return { id }
    }
    @Get('/:id/history') history(@Param('id') id: string) {
      return { id }
    }
    @Post() @Schema({ body: item }) add(@Body() body: object) {
      return body
    }
    @Post('/:id/close') close(@Param('id') id: string) {
      return { id }
    }
    @Put('/:id') @Schema({ body: item }) replace(@Param('id') id: string, @Body() body: object) {
      return { id, body }
    }
    @Patch('/:id') change(@Param('id') id: string) {
      return { id }
    }
    @Delete('/:id') remove(@Param('id') id: string) {
      return { id }
    }
  }
  name(Items, title)
  return Items
}

function name(Class: object, text: string): void {
  Object.defineProperty(Class, 'name', { value: text })
}
