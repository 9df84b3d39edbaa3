import { Controller, Get, Inject, Injectable, token } from 'alcove'
import type { RootModule } from './app.js'

export const Word = token<string>('word')

/** Counts its calls: two answers show whether two places share an instance. */
@Injectable()
export class Counter {
  private count = 0
  next() {
    this.count += 1
    return { count: this.count }
  }
}

/** A controller that answers with the next count of the visible `Counter`. */
export function countingAt(path: string): RootModule {
  @Controller(path)
  class Counts {
    constructor(private readonly counter: Counter) {}
    @Get()
    read() {
      return this.counter.next()
    }
  }
  return Counts
}

/** A controller that answers with the visible `Word`. */
export function wordAt(path: string): RootModule {
  @Controller(path)
  class Words {
    constructor(@Inject(Word) private readonly word: string) {}
    @Get()
    read() {
      return this.word
    }
  }
  return Words
}
