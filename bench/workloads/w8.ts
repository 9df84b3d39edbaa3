import { requestBytes } from './request-bytes.js'
import type { BenchInstance, BenchReply, BenchRequest, Workload } from './workload.js'

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

/** What a guard asks. */
export class Keys {
  readonly #users = new Map<unknown, User>([['a', { name: 'ada' }]])
  find(key: unknown): User | undefined {
    return this.#users.get(key)
  }
}

/** What an awaited value comes from: a promise, and nothing that takes time. */
export class Accounts {
  readonly #account: Account = { balance: 12 }
  async of(_user: User): Promise<Account> {
    return this.#account
  }
}

/** What runs around a handler begins and ends here. */
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

/** By hand: a hook that guards, a property of the request, and a handler that does the rest. */
function register(instance: BenchInstance): void {
  const keys = new Keys()
  const accounts = new Accounts()
  const ledger = new Ledger()
  instance.decorateRequest('user', null)
  const guard = (request: BenchRequest & { user: unknown }, reply: BenchReply, done: () => void) => {
    const user = keys.find((request.query as Query).key) // the only query of the workload
    if (user === undefined) {
      reply.code(403).send({ problem: 'no key' })
      return
    }
    request.user = user
    done()
  }
  instance.get('/account', { schema, preValidation: guard }, async (request) => {
    const user = request.user as User // set by the guard
    ledger.begin()
    try {
      const account = await accounts.of(user)
      const result = new Audit(user, ledger).answer(account)
      ledger.commit()
      return result
    } catch (error) {
      ledger.commit()
      throw error
    }
  })
}

export const w8: Workload = {
  name: 'W8',
  title: 'GET, a guard that gives the user, a function around, an object of the request, an awaited value',
  weight: 1,
  request: requestBytes('GET', '/account?key=a'),
  expected: { status: 200, body: { user: 'ada', balance: 12, committed: false } },
  register,
}
