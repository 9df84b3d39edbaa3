import { Body, Controller, Get, type Infer, Injectable, Module, Post, Status } from 'alcove'
import { EventBus, type Events, OnEvent } from './events.js'

const NewOrder = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } } as const

@Injectable()
export class OrdersService {
  #last = 0

  constructor(private readonly events: EventBus) {}

  create({ name }: Infer<typeof NewOrder>): Events['order.created'] {
    this.#last += 1
    const order = { id: this.#last, name }
    this.events.emit('order.created', order)
    return order
  }
}

/** The lines that the listeners have written. */
@Injectable()
export class Notices {
  readonly all: string[] = []
}

@Injectable()
export class OrderListener {
  constructor(
    private readonly notices: Notices,
    private readonly events: EventBus,
  ) {}

  @OnEvent('order.created')
  async welcome({ id, name }: Events['order.created']): Promise<void> {
    this.notices.all.push(`order ${id}: ${name}`)
    this.events.emit('order.paid', { id })
  }

  @OnEvent('order.paid')
  thank({ id }: Events['order.paid']): void {
    this.notices.all.push(`order ${id} is paid`)
  }
}

@Controller('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly notices: Notices,
  ) {}

  @Post()
  @Status(201)
  create(@Body(NewOrder) order: Infer<typeof NewOrder>) {
    return this.orders.create(order)
  }

  @Get('notices')
  read() {
    return this.notices.all
  }
}

@Module({ controllers: [OrdersController], providers: [OrdersService, Notices, OrderListener] })
export class OrdersModule {}
