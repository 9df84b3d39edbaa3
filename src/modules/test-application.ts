import type { Contribution } from '../contracts/collection.js'
import type { Provider } from '../contracts/provider.js'
import type { SharedSchema } from '../contracts/schema.js'
import type { Class, Decoration } from '../contracts/token.js'
import { treeCodes } from '../errors/tree-codes.js'
import { wrongOption } from '../server/start/option-types.js'
import { describeValue, isRecord } from '../support/values.js'
import type { Application } from './application.js'
import type { BootstrapOptions } from './bootstrap.js'
import { isCollectedList, isContribution } from './decorators/collection.js'
import { Module } from './decorators/module.js'
import type { CollectedList } from './decorators/module-fact.js'
import { isClass } from './decorators/read-facts.js'

/** A booted application for tests. */
export interface TestApplication extends Application {
  /**
   * The client of a file that `alcove client` wrote. It sends its requests by `handle`, so the server need not listen:
   * `app.client(createClient)`.
   */
  client<C>(createClient: (baseUrl: string, options: { fetch: TestFetch }) => C): C
}

/** A `fetch` that the application answers. */
export type TestFetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of `createTestApp`. */
export interface TestOptions extends BootstrapOptions {
  /**
   * The values that the module needs from modules above: `provide(…)`, classes, `Token.is(value)`, shared schemas. A
   * context above the module has them, and `get` reads from the module's own context.
   */
  given?: readonly Given[]
}

/**
 * The values that a module needs from modules above: providers, values of the context, request and reply, shared
 * schemas, collectors.
 */
export type Given = Provider | Contribution | CollectedList | Decoration | SharedSchema

/** A module above `Feature` that declares the given values. */
export function givenModule(Feature: Class, given: readonly Given[]): Class {
  if (!Array.isArray(given)) throw wrongOption('given', 'a list of providers, values and schemas', given)
  const providers: (Provider | Contribution)[] = []
  const collects: CollectedList[] = []
  const schemas: SharedSchema[] = []
  const decorations: Decoration[] = []
  for (const [index, entry] of given.entries()) {
    if (isCollectedList(entry)) collects.push(entry)
    else if (isClass(entry) || isProvider(entry) || isContribution(entry)) providers.push(entry)
    else if (isDecoration(entry)) decorations.push(entry)
    else if (isSchema(entry)) schemas.push(entry)
    else {
      const expected = 'provide(token, …), a class, Token.is(value), or a schema with an "$id"'
      throw new treeCodes.ALC_ERR_ENTRY_INVALID(`given[${index}]`, 'createTestApp', describeValue(entry), expected)
    }
  }
  const of = <K extends Decoration['kind']>(kind: K) =>
    decorations.filter((each): each is Extract<Decoration<K>, { kind: K }> => each.kind === kind)
  class GivenModule {}
  Module({
    providers,
    collects,
    schemas,
    decorate: of('context'),
    decorateRequest: of('request'),
    decorateReply: of('reply'),
    imports: [Feature],
  })(GivenModule)
  return GivenModule
}

function isProvider(entry: Given): entry is Exclude<Provider, Class> {
  return isRecord(entry) && entry.kind === 'provider'
}

function isDecoration(entry: Given): entry is Decoration {
  return isRecord(entry) && 'how' in entry && ['request', 'reply', 'context'].includes(String(entry.kind))
}

function isSchema(entry: Given): entry is SharedSchema {
  return isRecord(entry) && typeof entry.$id === 'string'
}
