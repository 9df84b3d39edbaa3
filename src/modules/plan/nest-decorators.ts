import type { Class } from '../../contracts/token.js'
import { contractCodes } from '../../errors/contract-codes.js'
import { locate } from '../../lifecycle/locate.js'
import type { Report } from '../../support/report.js'
import { metadataKeys, ownFacts } from '../decorators/metadata.js'
import { className, lineage, memberName } from '../decorators/read-facts.js'
import { type ContextPlan, downwards } from './context-plan.js'

/** A decorator of Nest, and what takes its place. */
interface NestDecorator {
  readonly decorator: string
  readonly instead: string
}

const row = (decorator: string, instead: string): NestDecorator => ({ decorator, instead })

const anywhere: Readonly<Record<string, NestDecorator>> = {
  __guards__: row('@UseGuards', 'write @Guard'),
  __pipes__: row('@UsePipes', 'give the parameter a schema, such as @Body(schema)'),
  __interceptors__: row('@UseInterceptors', 'write @Around'),
  __exceptionFilters__: row('@UseFilters', 'write a method with @ErrorHandler(Type)'),
  __version__: row('@Version', 'write the route option constraints: { version }'),
}

/** What Nest's decorators leave on classes and methods, by the key of the metadata. */
export const nestDecorators: Readonly<Record<'class' | 'method', Readonly<Record<string, NestDecorator>>>> = {
  class: {
    ...anywhere,
    '__module:global__': row('@Global', 'declare what it holds in the root module'),
    __controller__: row('@Controller', 'import Controller from alcove'),
    imports: row('@Module', 'import Module from alcove'),
    providers: row('@Module', 'import Module from alcove'),
    controllers: row('@Module', 'import Module from alcove'),
    exports: row('@Module', 'import Module from alcove, with offers in the place of exports'),
    'self:paramtypes': row('@Inject', 'import Inject from alcove'),
    'optional:paramtypes': row('@Optional', 'inject Token.optional'),
    'self:properties_metadata': row('@Inject on properties', 'inject into the constructor'),
  },
  method: {
    ...anywhere,
    __httpCode__: row('@HttpCode', 'write @Status'),
    __headers__: row('@Header', 'call reply.header, or return answer(status, body, headers)'),
    __redirect__: row('@Redirect', 'call reply.redirect'),
    __renderTemplate__: row('@Render', 'call reply.view of @fastify/view'),
    __sse__: row('@Sse', 'return a stream'),
    method: row('a route decorator', 'import Get, Post and the others from alcove'),
    __routeArguments__: row('a parameter decorator', 'import Body, Param and the others from alcove; @Res is @Rep'),
  },
}

/** Refuses decorators of Nest on classes of alcove, all of them in one error: nothing reads them. */
export function checkNestDecorators(root: ContextPlan, report: Report): void {
  const classes = new Set<Class>()
  for (const context of downwards(root)) {
    for (const { node } of context.members) classes.add(node.Class)
    for (const { build } of context.controllers) if (build.recipe.how === 'class') classes.add(build.recipe.Class)
  }
  const found = [...new Set([...classes].flatMap(lineage))].flatMap((each) => placesOn(each))
  const [first] = found
  if (first === undefined) return
  const error = new contractCodes.ALC_ERR_NEST_DECORATOR(found.map(({ text }) => text))
  locate(error, ownFacts(first.Class).place, className(first.Class))
  report(error)
}

/** For a class that alcove does not know: which decorators of Nest it has instead; null where it has none. */
export function nestHint(target: Class): string | null {
  const [first] = decoratorsIn('class', metadataKeys(target))
  return first === undefined ? null : `It has ${first.decorator} of @nestjs/common: ${first.instead}`
}

/** A class that both frameworks decorate as a controller or module is meant for both. */
function placesOn(target: Class): { Class: Class; text: string }[] {
  const keys = metadataKeys(target)
  const { controller, module } = ownFacts(target)
  const isForBoth = keys.some((key) => (nestKinds.has(String(key)) ? controller !== null || module !== null : false))
  if (isForBoth) return []
  const name = className(target)
  const own = decoratorsIn('class', keys).map((each) => `${each.decorator} on ${name}: ${each.instead}`)
  const methods = Object.entries(Object.getOwnPropertyDescriptors(target.prototype)).flatMap(([key, { value }]) => {
    if (typeof value !== 'function' || key === 'constructor') return []
    const found = decoratorsIn('method', [...metadataKeys(value), ...metadataKeys(target, key)])
    return found.map((each) => `${each.decorator} on ${memberName(target, key)}: ${each.instead}`)
  })
  return [...own, ...methods].map((text) => ({ Class: target, text }))
}

const nestKinds: ReadonlySet<string> = new Set(['__controller__', 'imports', 'providers', 'controllers', 'exports'])

function decoratorsIn(place: 'class' | 'method', keys: readonly unknown[]): NestDecorator[] {
  const found = keys.flatMap((key) => {
    if (typeof key !== 'string' || !Object.hasOwn(nestDecorators[place], key)) return []
    if (key === 'method' && !keys.includes('path')) return [] // a word that others may use
    return [nestDecorators[place][key]!]
  })
  return [...new Map(found.map((each) => [each.decorator, each])).values()]
}
