import { requestBytes } from './request-bytes.js'
import type { BenchGuard, BenchInstance, BenchRequest, Workload } from './workload.js'

export const schema = {
  response: {
    200: {
      type: 'object',
      properties: { user: { type: 'string' }, balance: { type: 'integer' }, committed: { type: 'boolean' } },
    },
  },
} as const

export interface User {
  readonly name: string
}

export interface Account {
  readonly balance: number
}

export interface Query {
  readonly key?: string
}

/** The provider that a guard uses. */
export class Keys {
  readonly #users = new Map<unknown, User>([['a', { name: 'ada' }]])
  find(key: unknown): User | undefined {
    return this.#users.get(key)
  }
}

/** The source of an awaited value: a promise without any waiting. */
export class Accounts {
  readonly #account: Account = { balance: 12 }
  async of(_user: User): Promise<Account> {
    return this.#account
  }
}

/** Counts the beginnings and ends of functions around a handler. */
export class Ledger {
  open = 0
  begin(): void {
    this.open += 1
  }
  commit(): void {
    this.open -= 1
  }
}

/** Made for each request. */
export class Audit {
  constructor(
    readonly user: User,
    readonly ledger: Ledger,
  ) {}
  answer({ balance }: Account) {
    return { user: this.user.name, balance, committed: this.ledger.open === 0 }
  }
}

interface Decorations {
  user: User
  account: Promise<Account> | null
  audit: Audit | null
}

type Handler = (request: BenchRequest & Decorations) => Promise<object>

/**
 * Does the work of the decorators by hand. A hook sets the user, and each request has one audit and one account for all
 * their users. A function goes around any handler.
 */
function register(instance: BenchInstance): void {
  const keys = new Keys()
  const accounts = new Accounts()
  const ledger = new Ledger()
  for (const name of ['user', 'account', 'audit']) instance.decorateRequest(name, null)
  const guard: BenchGuard = (request, reply, done) => {
    const user = keys.find((request.query as Query).key) // the only query of the workload
    if (user === undefined) {
      reply.code(403).send({ problem: 'no key' })
      return
    }
    request.user = user
    done()
  }
  const accountOf = (request: Decorations) => {
    request.account ??= accounts.of(request.user)
    return request.account
  }
  const auditOf = (request: Decorations) => {
    request.audit ??= new Audit(request.user, ledger)
    return request.audit
  }
  const inTransaction = (handle: Handler) => async (request: BenchRequest) => {
    ledger.begin()
    try {
      return await handle(request as BenchRequest & Decorations) // decorated above
    } finally {
      ledger.commit()
    }
  }
  const read: Handler = async (request) => auditOf(request).answer(await accountOf(request))
  instance.get('/account', { schema, preValidation: guard }, inTransaction(read))
}

export const w8: Workload = {
  name: 'W8',
  title: 'GET, a guard that gives the user, a function around, an object of the request, an awaited value',
  weight: 1,
  request: requestBytes('GET', '/account?key=a'),
  expected: { status: 200, body: { user: 'ada', balance: 12, committed: false } },
  register,
}
