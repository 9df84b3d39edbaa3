// Providers: how they are built, how long they live, which classes see them, and how they are disposed of.
// A test replaces a provider by `override`: see test/samples/override.test.ts.
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

// A provider that is not a class has a typed token as its name.
export const Clock = token<() => number>('clock')
const Tenant = contextValue<string>('tenant')

/** An async provider opens it before the application is ready. It is disposed of when the application closes. */
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

/** Scope `context`, the default: one instance for the context that lists it, built with the values of that context. */
@Injectable()
class Users {
  constructor(
    private readonly database: Database,
    @Inject(Tenant) private readonly tenant: string,
  ) {}

  async describe(): Promise<string> {
    return `${await this.database.count()} users of ${this.tenant}`
  }

  // Providers are disposed of before their dependencies.
  dispose(): void {
    console.log(`users of ${this.tenant} closed`)
  }
}

/** Scope `request`: one instance for each request that needs it. */
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

/** Scope `transient`: one instance for each place that injects it. */
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

// Two contexts list Users: each has its own. Both share the Database of the context above.
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
