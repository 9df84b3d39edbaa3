import { Controller, Get, Module, type ModuleOptions, Post } from 'alcove'
import { expect } from 'chai'
import type { RootModule } from './app.js'
import { refusalOf } from './boot-failure.js'
import { serving } from './seen.js'

/** A value that a JavaScript user can pass. */
export const careless = (value: unknown): never => value as never
/** A decorator as a JavaScript user can write it. */
export const any = (value: unknown): ((...args: unknown[]) => never) => value as never

export interface Case {
  code?: string
  words: readonly string[]
  declare: () => RootModule
}

/**
 * A test for each case: the error names the words, and its place is in a file of tests. That of a class which is given
 * to bootstrap is the place of the call.
 */
export function refuses(cases: Readonly<Record<string, Case>>, place = /(?:\.test|refusals)\.ts:\d+:\d+$/): void {
  for (const [rule, { code, words, declare }] of Object.entries(cases))
    it(rule, async () => {
      const error = await refusalOf(declare)
      for (const word of words) expect(error.message).to.include(word)
      if (code !== undefined) expect(error.code).to.equal(code)
      expect(error.declaredAt).to.match(place)
    })
}

/** A root module with the options, which are made while it is declared. */
export function onModule(options: () => ModuleOptions): () => RootModule {
  return () => {
    @Module(options())
    class Root {}
    return Root
  }
}

/** A method with the decorator, on a controller with a route. */
export function onMethod(decorate: unknown): () => RootModule {
  return () => {
    @Controller()
    class Things {
      @any(decorate)
      @Get()
      read() {
        return 1
      }
    }
    return serving(Things)
  }
}

/** A parameter with the decorator, of a handler. */
export function onParameter(decorate: unknown): () => RootModule {
  return () => {
    @Controller()
    class Things {
      @Post()
      read(@any(decorate) value: unknown) {
        return value
      }
    }
    return serving(Things)
  }
}
