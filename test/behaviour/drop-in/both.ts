import type { ServerOptions } from 'alcove/core'
import { fastify } from 'alcove/fastify'
import { expect } from 'chai'
import Fastify from 'fastify'

export type App = ReturnType<typeof fastify>
export type Make = (options?: ServerOptions) => App

// It has what these programs use, under the same names: that is what is compared.
const original: Make = (options) => Fastify((options ?? {}) as object) as unknown as App

/** A rule is a program that gives the same on Fastify and on the drop-in. */
export function rule(what: string, run: (make: Make) => unknown, expected: unknown): void {
  it(what, async () => {
    const found = { fastify: await run(original), dropIn: await run(fastify) }
    expect(found).to.deep.equal({ fastify: expected, dropIn: expected })
  })
}

/** Takes the lines that a program writes to its log. */
export function logged(): { stream: { write(line: string): void }; lines: { msg: string }[] } {
  const lines: { msg: string }[] = []
  return { stream: { write: (line) => void lines.push(JSON.parse(line)) }, lines }
}
