// Providers: who builds what, how long it lives, who sees it, and how it ends.
// A test puts another provider in a place by `override`: see test/samples/override.test.ts.
// Start it: npm run build:all && node build/samples/dependency-injection/main.js
import { setTimeout as wait } from 'node:timers/promises'
import {
  bootstrap,
  Controller,
  contextValue,
  Get,
  Inject,
  Injectable,
  Module,
  provide,
  Req,
  type Request,
  token,
} from 'alcove'
import { startWhenMain } from '../start.js'

// What is not a class has a typed token for a name.
export const Clock = token<() => number>('clock')
const Tenant = contextValue<string>('tenant')

/** Opened by an async provider: the application is ready when it is. Disposed of when the application closes. */
export class Database {
  static async open(): Promise<Database> {
    await wait(1)
    return new Database()
  }

  async count(): Promise<number> {
    return 3
  }

  async [Symbol.asyncDispose](): Promise<void> {
    console.log('database closed')
  }
}

/** Scope `context`, the default: one for the context that lists it, built with that context's values. */
@Injectable()
class Users {
  constructor(
    private readonly database: Database,
    @Inject(Tenant) private readonly tenant: string,
  ) {}

  async describe(): Promise<string> {
    return `${await this.database.count()} users of ${this.tenant}`
  }

  // Providers end before what they were built with.
  dispose(): void {
    console.log(`users of ${this.tenant} closed`)
  }
}

/** Scope `request`: one for each request in which somebody asks for it. */
@Injectable({ scope: 'request' })
class Visit {
  readonly path: string
  constructor(
    @Req() request: Request,
    @Inject(Clock) readonly clock: () => number,
  ) {
    this.path = request.url
  }
}

/** Scope `transient`: one for each place that asks for it. */
@Injectable({ scope: 'transient' })
class Ticket {
  private static last = 0
  readonly number = ++Ticket.last
}

@Controller()
class UserController {
  constructor(private readonly users: Users) {}

  @Get('/users') async read() {
    return { users: await this.users.describe() }
  }
}

@Controller()
class VisitController {
  constructor(
    private readonly one: Ticket,
    private readonly other: Ticket,
  ) {}

  @Get('/visit') read(@Inject(Visit) visit: Visit) {
    return { path: visit.path, isLater: visit.clock() > 0 }
  }

  @Get('/tickets') tickets() {
    return { differ: this.one.number !== this.other.number }
  }
}

// Two contexts with one list: each has its own Users. Database comes from above, and is the same for both.
@Module({ prefix: '/north', decorate: [Tenant.is('north')], providers: [Users], controllers: [UserController] })
class North {}

@Module({ prefix: '/south', decorate: [Tenant.is('south')], providers: [Users], controllers: [UserController] })
class South {}

@Module({
  providers: [
    Visit,
    Ticket,
    provide(Clock, { useValue: () => Date.now() }),
    provide(Database, { useAsync: () => Database.open() }),
  ],
  imports: [North, South],
  controllers: [VisitController],
})
export class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(import.meta, app, [
  ['/north/users', '200 {"users":"3 users of north"}'],
  ['/south/users', '200 {"users":"3 users of south"}'],
  ['/visit', '200 {"path":"/visit","isLater":true}'],
  ['/tickets', '200 {"differ":true}'],
])
