import type { JWT } from '@fastify/jwt'
import { contextValue, Inject, Injectable, type Request } from 'alcove'
import { Problem } from '../answers/problem.js'
import { type User, Users } from '../users/users.js'

/** The signer that the plugin decorates. */
const Tokens = contextValue<JWT>('jwt')

interface Claims {
  readonly sub: string
}

/** A session is a token only: any replica can read it, and none stores it. */
@Injectable()
export class Sessions {
  constructor(
    @Inject(Tokens) private readonly tokens: JWT,
    private readonly users: Users,
  ) {}

  /** The user with the token of a new session, as the specification sends both. */
  begin(user: User): User & { readonly token: string } {
    const claims: Claims = { sub: user.id }
    return { ...user, token: this.tokens.sign(claims) }
  }

  /**
   * The user whose token a request carries, or `null` when it carries none.
   *
   * @throws Problem 401 if the token is invalid or has expired
   */
  async read(request: Request): Promise<User | null> {
    const token = tokenOf(request)
    if (token === null) return null
    const claims = this.#verify(token)
    const user = await this.users.byId(claims.sub)
    if (user === undefined) throw Problem.unauthorized('is invalid')
    return user
  }

  #verify(token: string): Claims {
    try {
      return this.tokens.verify<Claims>(token)
    } catch (error) {
      const hasExpired = error instanceof Error && 'code' in error && error.code === 'FAST_JWT_EXPIRED'
      throw Problem.unauthorized(hasExpired ? 'has expired' : 'is invalid')
    }
  }
}

/** The specification's scheme is `Token`. Many clients send `Bearer`. */
function tokenOf({ headers }: Request): string | null {
  const [, token] = /^(?:Token|Bearer) +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token ?? null
}
