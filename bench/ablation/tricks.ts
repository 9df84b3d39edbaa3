import { fileURLToPath } from 'node:url'

/** Something that is in the code for speed alone, and the plain code that does the same without it. */
export interface Trick {
  readonly name: string
  readonly title: string
  /** The compiled module, below `dist`. */
  readonly file: string
  /** It must be in the module. */
  readonly trick: RegExp
  readonly plain: string
}

export const tricks: readonly Trick[] = [
  {
    name: 'incoming',
    title: "node's own class of requests instead of ServerIncoming",
    file: 'server/network/node-server.js',
    trick: /IncomingMessage: ServerIncoming/,
    plain: 'IncomingMessage: http.IncomingMessage',
  },
  {
    name: 'tick',
    title: 'no tick object kept alive',
    file: 'server/network/keep-tick.js',
    trick: /export function keepTick\(\) \{/,
    plain: '$& return;',
  },
  {
    name: 'cork',
    title: "node's own end(body) instead of one write",
    file: 'request/message/write-reply.js',
    trick: /if \(socket === null \|\|/,
    plain: 'if (true ||',
  },
  {
    name: 'end-stream',
    title: "the end of a stream of HTTP/2 in node's own frame",
    file: 'request/message/http2-outgoing.js',
    trick: /if \(this\.#trailers !== null \|\|/,
    plain: 'if (true ||',
  },
  {
    name: 'batch',
    title: 'each function made from text by itself',
    file: 'schema/emit/code-unit.js',
    trick: /this\.#pending\.push\(each\);/,
    plain: '$& this.run();',
  },
  {
    name: 'writer',
    title: 'fast-json-stringify instead of our own JSON writer',
    file: 'schema/compiler/default-serializer.js',
    trick: /if \(engine === 'fast-json-stringify' \|\|/,
    plain: 'if (true ||',
  },
  {
    name: 'strings',
    title: 'lists of strings written string by string',
    file: 'json/write-json.js',
    trick: /if \(length < fewestAtOnce \|\|/,
    plain: 'if (true ||',
  },
  {
    name: 'validation',
    title: 'ajv instead of our own validation',
    file: 'schema/compiler/schema-compiler.js',
    trick: /options\.isNative/,
    plain: 'false',
  },
  {
    name: 'literal',
    title: 'items copied property by property instead of as a literal',
    file: 'schema/keywords/properties.js',
    trick: /if \(key === itemKey && /,
    plain: 'if (false && ',
  },
]

/** The module without the trick. */
export function withoutTrick({ name, file, trick, plain }: Trick, source: string): string {
  if (!trick.test(source)) throw new Error(`${name}: dist/${file} has no ${trick}. Adapt bench/ablation/tricks.ts.`)
  return source.replace(trick, plain)
}

/** Where `alcove/core` without a trick lies: as deep as the bundles are, which find the manifest by that. */
export function ablatedFile(trick: string): string {
  return fileURLToPath(new URL(`../../ablated-${trick}/core.js`, import.meta.url))
}
