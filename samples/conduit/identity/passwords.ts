import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Inject, Injectable } from 'alcove'
import pLimit from 'p-limit'
import { Problem } from '../answers/problem.js'
import { type Settings, SettingsValue } from '../settings.js'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Node runs scrypt on four threads, which also look up host names for connections: half of them stay free. */
const atOnce = 2
/** A longer queue would take more than a few seconds. */
const waiting = 64

/**
 * Passwords are stored as `scrypt$cost$salt$key`. Each contains its cost: if you raise it, older ones stay valid.
 */
@Injectable()
export class Passwords {
  readonly #cost: number
  /** The hash for unknown users: with it, their answer takes as long as that for known users. */
  readonly #nobody: string
  readonly #limit = pLimit(atOnce)

  constructor(@Inject(SettingsValue) settings: Settings) {
    this.#cost = settings.passwordCost
    this.#nobody = ['scrypt', this.#cost, randomBytes(16).toString('base64'), randomBytes(32).toString('base64')].join(
      '$',
    )
  }

  /** @throws Problem 503 when too many are waiting */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    const key = await this.#derive(password, salt, this.#cost)
    return ['scrypt', this.#cost, salt.toString('base64'), key.toString('base64')].join('$')
  }

  /** @throws Problem 503 when too many are waiting */
  async matches(password: string, stored: string | undefined): Promise<boolean> {
    const [, cost = '', salt = '', key = ''] = (stored ?? this.#nobody).split('$')
    const found = await this.#derive(password, Buffer.from(salt, 'base64'), Number(cost))
    return timingSafeEqual(found, Buffer.from(key, 'base64')) && stored !== undefined
  }

  /** Cost 15 gives the parameters that OWASP recommends at 32 MiB. */
  #derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= atOnce + waiting) throw Problem.busy()
    const N = 2 ** cost
    return this.#limit(() => derive(password.normalize('NFKC'), salt, 32, { N, r: 8, p: 3, maxmem: 2 * 128 * N * 8 }))
  }
}
