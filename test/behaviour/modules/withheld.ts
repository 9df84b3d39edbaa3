import { Controller, Get, Module } from 'alcove'
import { ask, type BootstrapOptions, withApp } from './app.js'

export const secret = 'duplicate key (email)=(ada@example.com)'
export const phrase = 'Internal Server Error'
export const silent = `{"statusCode":500,"error":"${phrase}","message":"${phrase}"}`

/** An error like those of database drivers. */
export class DatabaseError extends Error {
  code = '23505'
  detail = 'Key (email)=(ada@example.com) already exists.'
}

export function fail(): never {
  throw new DatabaseError(secret)
}

/** GET / fails with the error of a database. */
@Controller()
export class Fails {
  @Get()
  read() {
    fail()
  }
}

/** The answer to GET / of a controller that throws what `make` makes. */
export async function thrown(make: () => unknown, options: BootstrapOptions = {}) {
  @Controller()
  class Throws {
    @Get()
    async read() {
      throw make()
    }
  }
  @Module({ controllers: [Throws] })
  class Root {}
  return withApp(Root, (app) => ask(app, 'GET /'), options)
}
