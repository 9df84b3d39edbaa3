import { Module } from 'alcove'
import { type Answer, ask, type BootstrapOptions, type RootModule, withApp } from './app.js'

/** A module with these controllers alone. */
export function serving(...controllers: RootModule[]): RootModule {
  @Module({ controllers })
  class Root {}
  return Root
}

/** Status and body as one value. */
export function seen({ status, text }: Answer): string {
  return `${status} ${text}`.trim()
}

/** The answers to request lines, one after the other. */
export async function answersOf(
  Root: RootModule,
  lines: readonly string[],
  options: BootstrapOptions = {},
): Promise<string[]> {
  return withApp(
    Root,
    async (app) => {
      const answers: string[] = []
      for (const line of lines) answers.push(seen(await ask(app, line)))
      return answers
    },
    options,
  )
}

/** The log lines of warnings and errors while request lines are answered. */
export async function warningsOf(Root: RootModule, lines: readonly string[]): Promise<readonly string[]> {
  const written: string[] = []
  const stream = { write: (line: string) => void written.push(line) }
  await answersOf(Root, lines, { logger: { level: 'warn', stream } })
  return written
}
