/** W9 as an application of classes: apart from the others, so that only its process loads zod. */
import { Body, Controller, Module, Post } from 'alcove'
import { Ticket } from '../workloads/ticket.js'

@Controller('/tickets')
class Tickets {
  @Post()
  add(@Body(Ticket) ticket: Ticket) {
    return { id: 7, ...ticket }
  }
}

@Module({ controllers: [Tickets] })
export class TicketModule {}
