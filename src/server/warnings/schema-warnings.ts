import type { Context } from '../../context/context.js'
import { type ContractOptions, contract, messagesOf } from '../../context/route-contract.js'
import type { RegisteredRouteOptions } from '../../contracts/hooks.js'
import type { ValidatorCompilerInput } from '../../contracts/schema.js'
import type { SchemaCompiler } from '../../schema/compiler/schema-compiler.js'
import { isAnnotation, keywordOf } from '../../schema/keywords/table.js'
import { typesOf } from '../../schema/model/json-schema.js'
import { hasContentMap } from '../../schema/model/route-schema.js'
import { SchemaDocuments } from '../../schema/model/schema-documents.js'
import { describeStandard, isStandardSchema, type StandardSchema } from '../../standard/standard-schema.js'
import { pathPatterns, pathProblem } from '../../support/paths.js'
import type { Warning } from '../../support/report.js'
import { requestParts } from '../../support/request-parts.js'
import { isRecord, readProperty } from '../../support/values.js'
import { responsesOf } from '../inspect/inspect-route.js'
import type { RouteSlot } from '../instance/route-slot.js'
import type { ServerCore } from '../start/server-core.js'
import { findIdleKeywords, findUnenforced, type KeywordProblem } from './idle-keywords.js'
import { findInvalidExamples, findInvalidValues } from './invalid-values.js'
import { findLostKeys } from './lost-keys.js'
import { findRecursiveBranches, findRepeatedBranches } from './repeated-branches.js'
import type { PartWarning } from './route-warnings.js'
import { nameOfPlace } from './schema-places.js'
import { type CostOfPattern, findSlowPatterns, type PatternCost, slowFor } from './slow-patterns.js'

/** Finds idle keywords, slow patterns, keys that valid documents lose, and schemas without a JSON Schema. */
export function schemaWarnings(slot: RouteSlot, context: Context, examination: Examination): PartWarning[] {
  const { core, compiler } = examination
  const options: RegisteredRouteOptions & ContractOptions = slot.route.options
  const { schema = {}, validatorCompiler, serializerCompiler } = options
  const isValidated = context.view.isDefaultValidator && validatorCompiler === undefined
  const isSerialized = context.view.isDefaultSerializer && serializerCompiler === undefined
  const hasBody = core.methods.validated.has(slot.method)
  const parts = requestParts.filter((part) => isValidated && (part !== 'body' || hasBody))
  const messages = messagesOf(options, { method: slot.method, url: options.url })
  const responses = isSerialized ? responsesOf(schema.response, messages) : []
  const documents = new SchemaDocuments(context.view.schemas)
  const formats = () => [...compiler.ajv.options.formats().keys()]
  const named = (options[contract]?.named ?? []).filter((each) => describeStandard(each.schema, 'input') === null)
  const found = [
    ...parts.flatMap((part) => schemasIn(schema[part]).map((each) => [part, 'input', each] as const)),
    ...(isValidated ? schemasIn(messages?.receive) : []).map((each) => ['receive', 'input', each] as const),
    ...(isSerialized ? schemasIn(messages?.send) : []).map((each) => ['send', 'output', each] as const),
    ...responses.flatMap(([status, given]) => {
      return schemasIn(given).map((each) => [`response ${status}`, 'output', each] as const)
    }),
  ].flatMap(([part, direction, each]): PartWarning[] => {
    if (isStandardSchema(each)) return ofLibrary(part, each, direction)
    const ofRoute = { schema: each, method: slot.method, url: slot.route.options.url }
    const problems = [
      ...wholeParts(part, each),
      ...findIdleKeywords(each, direction === 'input' ? null : formats()),
      ...findInvalidValues(each, context.view, compiler),
      ...(direction === 'output'
        ? [...emptiedObjects(each), ...branchesOfLibrary(each, core, documents)]
        : [
            ...slowPatterns(each, examination),
            ...repeatedBranches({ ...ofRoute, httpPart: part === 'receive' ? 'body' : part }, context, {
              compiler,
              documents,
            }),
          ]),
    ].map(atPart(part))
    problems.push(...findUnenforced(each, direction, documents).map((found) => ({ part, ...found })))
    if (direction === 'output' || part === 'headers' || !compiler.ajv.removesUndeclared) return problems
    const lost = findLostKeys(each, documents).map(({ sharedId, pointer, key }) => {
      const at = nameOfPlace(sharedId, pointer)
      const place = at === '' ? 'the schema' : `"${at}"`
      const message = `valid documents lose the key "${key}": ${place} does not declare it. Add it to the properties there.`
      return { part, at, key, message }
    })
    return [...problems, ...lost]
  })
  const examples = parts.includes('body') ? findInvalidExamples(schema, context.view, compiler) : []
  return [
    ...found,
    ...examples.map(atPart('examples')),
    ...named.map((each) => undescribed(`${each.part} "${each.name}"`, each.schema)),
  ]
}

function atPart(part: string): (problem: KeywordProblem) => PartWarning {
  return ({ pointer, problem }) => ({ part, at: pointer, message: `"${pointer}" ${problem}` })
}

/** Finds mistakes in the whole schema of a part that another library validates. */
function ofLibrary(part: string, schema: StandardSchema, direction: 'input' | 'output'): PartWarning[] {
  const described = describeStandard(schema, direction)
  if (described === null) return [undescribed(part, schema)]
  if (part !== 'headers') return []
  const names = Object.keys(Object(readProperty(described, 'properties')))
  return names.flatMap((name) => {
    const lower = name.toLowerCase()
    if (name === lower) return []
    return { part, message: `no header has the name "${name}": the library receives lower case. Write "${lower}".` }
  })
}

function undescribed(part: string, { '~standard': { vendor } }: StandardSchema): PartWarning {
  const fix = vendor === 'valibot' ? ' Write toStandardJsonSchema(schema), of @valibot/to-json-schema.' : ''
  const effect = 'OpenAPI documents and typed clients take it for any value.'
  return { part, message: `${vendor} gives no JSON Schema for it. ${effect}${fix}` }
}

/** Finds mistakes in the shared schemas of a context, even if no route uses them. */
export function sharedSchemaWarnings({ builder, view }: Context, examination: Examination): Warning[] {
  if (!view.isDefaultValidator) return []
  const own = builder.ownSchemas?.own() ?? []
  return own.flatMap((schema) =>
    [
      ...findIdleKeywords(schema, [...examination.compiler.ajv.options.formats().keys()]),
      ...findInvalidValues(schema, view, examination.compiler),
      ...slowPatterns(schema, examination),
    ].map(({ pointer, problem }) => ({
      subject: `schema "${schema.$id}" of ${builder.name}`,
      message: `"${pointer}" ${problem}`,
      place: examination.core.schemaPlaces.get(schema) ?? null,
    })),
  )
}

/** The examined server, the function that examines patterns, and the compiler of the examination. */
export interface Examination {
  readonly core: ServerCore
  /** Not that of the server, whose memory would keep the functions of the examination. */
  readonly compiler: SchemaCompiler
  readonly costOf: CostOfPattern
}

/** Finds patterns that a client can make slow. Finds none if the application has its own regular expression engine. */
function slowPatterns(schema: unknown, { compiler, costOf }: Examination): KeywordProblem[] {
  if (compiler.ajv.options.regExp !== null) return []
  return findSlowPatterns(schema, costOf).map(({ pointer, pattern, ...cost }) => {
    const bound = cost.degree === null ? '' : ', add a maxLength'
    return {
      pointer,
      problem: `${describeCost(pattern, cost)} Write it so that it matches a text in one way${bound}, or set validatorengine.customOptions.code.regExp.`,
    }
  })
}

/** A part of the head of a request is an object of texts. A schema for another type refuses every request. */
function wholeParts(part: string, schema: unknown): KeywordProblem[] {
  if (!requestParts.some((each) => each === part) || part === 'body' || !isRecord(schema)) return []
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('object')) return []
  const problem = `is ${types.join(' or ')}, but the value is an object, so every request fails. Declare the names under properties.`
  return [{ pointer: '/type', problem }]
}

/** Serializers write the declared properties only. */
function emptiedObjects(schema: unknown): KeywordProblem[] {
  if (!isRecord(schema) || schema.type !== 'object') return []
  if (!Object.keys(schema).every((keyword) => typeOnly.has(keyword) || checksNothing(keyword))) return []
  const problem =
    'declares no property, so each answer is sent as {}. Declare properties, or additionalProperties: true.'
  return [{ pointer: '/type', problem }]
}

const typeOnly: ReadonlySet<string> = new Set(['type', 'nullable'])

function checksNothing(keyword: string): boolean {
  return isAnnotation(keyword) || keywordOf(keyword)?.groups.length === 0
}

/** Finds branches that lead back to their schema, of which fast-json-stringify chooses one by ajv at each level. */
function branchesOfLibrary(schema: unknown, { options }: ServerCore, documents: SchemaDocuments): KeywordProblem[] {
  if (Object(options.serializerOpts).engine !== 'fast-json-stringify') return []
  const problem =
    'can take quadratic time or more. A branch leads back to its schema. To choose it, fast-json-stringify validates the whole rest of the value at each level. Set serializerOpts.engine to "native", or limit the depth of the value.'
  return findRecursiveBranches(schema, documents).map((pointer) => ({ pointer, problem }))
}

/** Finds ways through a schema that double the time of ajv. Finds none if native code validates the schema. */
function repeatedBranches(
  input: ValidatorCompilerInput,
  { view }: Context,
  { compiler, documents }: { compiler: SchemaCompiler; documents: SchemaDocuments },
): KeywordProblem[] {
  const { allErrors } = compiler.ajv.options.customOptions
  const found = findRepeatedBranches(input.schema, documents, allErrors ? 'after all' : 'at the first failure')
  const reason = found.length === 0 ? null : view.compilers.whyAjv(input)
  if (reason === null) return []
  // Under allErrors a const ends no branch.
  const fix = allErrors ? 'Remove allErrors' : 'Begin each branch with a required property that has its own const'
  const problem = `can take exponential time: it leads back to its schema in several ways, and ${reason}. Each level of a document doubles the time of ajv. ${fix}, or lower maxJsonDepth.`
  return found.map((pointer) => ({ pointer, problem }))
}

/**
 * Finds paths that no request reaches, parameters in the form of other frameworks, and slow patterns. A parameter is
 * never longer than `maxParamLength`.
 */
export function pathWarnings({ route }: RouteSlot, examination: Examination): PartWarning[] {
  const { url } = route.options
  const found = contract in route.options ? null : pathProblem(url) // in a decorator it fails the boot
  const foreign = /\/\{(\w+)\}|\/<(?:\w+:)?(\w+)>/.exec(url)
  const name = foreign?.[1] ?? foreign?.[2]
  return [
    ...(found === null ? [] : [{ part: 'path', message: `${found.problem}. ${found.advice}.` }]),
    ...(foreign === null
      ? []
      : [{ part: 'path', message: `"${foreign[0]}" is plain text, and not a parameter. Write "/:${name}".` }]),
    ...slowPaths(url, examination),
  ]
}

function slowPaths(url: string, { core, costOf }: Examination): PartWarning[] {
  return pathPatterns(url).flatMap((pattern) => {
    const cost = slowFor(pattern, core.settings.maxParamLength, costOf)
    if (cost === null) return []
    return [{ part: 'path', message: `${describeCost(pattern, cost)} Write it so that it matches a text in one way.` }]
  })
}

function describeCost(pattern: string, { degree, text }: PatternCost): string {
  const kind = degree === null ? 'exponential time' : degree === 2 ? 'quadratic time' : `time to the power of ${degree}`
  return `can take ${kind}: /${pattern}/ matches the same text in many ways${text === null ? '' : `, such as ${text}`}.`
}

function schemasIn(given: unknown): unknown[] {
  if (given === undefined) return []
  if (!hasContentMap(given)) return [given]
  return Object.values(given.content).map((entry) => Object(entry).schema)
}
