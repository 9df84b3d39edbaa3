import { randomBytes } from 'node:crypto'
import { contextValue, type Instance } from 'alcove'
import { z } from 'zod'

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const isPostgres = (url: string) => /^postgres(?:ql)?:\/\/./.test(url)

/** The environment variables and their defaults. The README lists the same. */
const fields = z.object({
  NODE_ENV: z.string().default('development'),
  DATABASE_URL: z
    .string()
    .default('memory:')
    .refine((url) => url === 'memory:' || /^file:./.test(url) || isPostgres(url), {
      error: 'is "memory:", "file:<directory>" or "postgres://<user>:<password>@<host>/<database>"',
    }),
  DATABASE_POOL: whole(1, 100).default(10),
  DATABASE_TIMEOUT: whole(100, 600_000).default(10_000),
  JWT_SECRET: z.string().min(32, { error: 'is at least 32 characters long' }).optional(),
  JWT_LIFETIME: z
    .string()
    .regex(/^\d+[smhd]$/, { error: 'is a number of seconds, minutes, hours or days, such as "7d"' })
    .default('7d'),
  PASSWORD_COST: whole(10, 20).default(15),
  CORS_ORIGIN: z.string().default('*'),
  RATE_LIMIT: whole(1, 1_000_000).default(3000),
  CREDENTIALS_RATE_LIMIT: whole(1, 1_000_000).default(300),
  TRUST_PROXY: z.string().default(''),
  SHUTDOWN_DELAY: whole(0, 60_000).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** Their names. */
export const settingNames = Object.keys(fields.shape)

const Environment = fields.superRefine((read, context) => {
  const need = (path: 'JWT_SECRET' | 'DATABASE_URL', message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (read.JWT_SECRET === undefined && isPostgres(read.DATABASE_URL)) {
    need('JWT_SECRET', 'is needed with PostgreSQL: all replicas sign with the same one (openssl rand -base64 32)')
  } else if (read.JWT_SECRET === undefined && read.NODE_ENV === 'production') {
    need('JWT_SECRET', 'is needed in production (openssl rand -base64 32)')
  }
  if (read.NODE_ENV === 'production' && read.DATABASE_URL === 'memory:') {
    need('DATABASE_URL', 'is needed in production: what is kept in memory is gone after a restart')
  }
})

/** The settings of an operator. */
export interface Settings {
  readonly databaseUrl: string
  /** Connections to PostgreSQL that one replica holds at most. */
  readonly databasePool: number
  /** Milliseconds that a request waits for a connection to PostgreSQL, and for each statement. */
  readonly databaseTimeout: number
  readonly jwtSecret: string
  readonly jwtLifetime: string
  /** scrypt's N is two to the power of it. */
  readonly passwordCost: number
  /** Origins that browsers may call from, `['*']` for all. */
  readonly corsOrigins: readonly string[]
  /** Requests a minute and address. */
  readonly rateLimit: number
  /** Registrations and logins a minute and address. */
  readonly credentialsRateLimit: number
  /** Addresses or networks of proxies whose `x-forwarded-for` is trusted. */
  readonly trustedProxies: readonly string[]
  /** Milliseconds between the first 503 of `/readyz` and the end of accepting connections. */
  readonly shutdownDelay: number
  /** Milliseconds after which the process ends in any case. Its supervisor has to wait a little longer. */
  readonly shutdownTimeout: number
  readonly logLevel: string
}

/** The settings, for all contexts below. */
export const SettingsValue = contextValue<Settings>('settings')

/** The same for the options of plugins: alcove computes them before injection works. */
export function settingsOf(instance: Instance): Settings {
  return instance.getDecorator(SettingsValue)
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * Reads the settings.
 *
 * @throws SettingsError, which lists all problems, one a line
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  // An empty variable counts as unset: compose files and manifests leave such variables.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { success, data, error } = Environment.safeParse(given)
  if (!success) {
    const lines = error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
    throw new SettingsError(['These settings are wrong:', ...lines].join('\n'))
  }
  return {
    databaseUrl: data.DATABASE_URL,
    databasePool: data.DATABASE_POOL,
    databaseTimeout: data.DATABASE_TIMEOUT,
    // Valid for one process only: after a restart all users must log in again.
    jwtSecret: data.JWT_SECRET ?? randomBytes(32).toString('base64'),
    jwtLifetime: data.JWT_LIFETIME,
    passwordCost: data.PASSWORD_COST,
    corsOrigins: list(data.CORS_ORIGIN),
    rateLimit: data.RATE_LIMIT,
    credentialsRateLimit: data.CREDENTIALS_RATE_LIMIT,
    trustedProxies: list(data.TRUST_PROXY),
    shutdownDelay: data.SHUTDOWN_DELAY,
    shutdownTimeout: data.SHUTDOWN_DELAY + 25_000,
    logLevel: data.LOG_LEVEL,
  }
}

function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
