// Nest's sample 30-event-emitter, ported: a service emits events, and decorated methods of any module below listen.
// Start it: npm run build:all && node build/samples/nest-event-emitter/main.js
import { bootstrap, Module } from 'alcove'
import { startWhenMain } from '../start.js'
import { EventBus, EventListeners, OnEvent } from './events.js'
import { OrdersModule } from './orders.js'

// Was EventEmitterModule.forRoot(): this module collects the methods of all modules below it.
@Module({ collects: [OnEvent], providers: [EventBus, EventListeners], imports: [OrdersModule] })
export class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(import.meta, app, [
  [`/orders --json '{"name":"Tea"}'`, '201 {"id":1,"name":"Tea"}'],
  ['/orders/notices', '200 ["order 1: Tea","order 1 is paid"]'],
  [`/orders --json '{"name":""}'`, '400 …body/name should NOT be shorter than 1 characters…'],
])
