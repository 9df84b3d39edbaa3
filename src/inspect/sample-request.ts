import type { InspectedRoute, InspectedSchema, Inspection } from '../contracts/inspection.js'
import { type PathPiece, pathPieces, routerPaths } from '../support/router-path.js'
import { isRecord } from '../support/values.js'
import { type SchemaDocuments, sampleValue } from './sample-value.js'

/** A sample request of a route, with the values that its schemas require. Plain JSON. */
export interface SampleRequest {
  /** The path in order: its texts, and the parameters between them. */
  path: PathPiece[]
  /** Values of the parameters by name; `*` for the rest of a path. */
  params: Record<string, string>
  /** The query without `?`. */
  query: string
  headers: Record<string, string>
  /** Null if the route has no body schema, or if the media type is not JSON. */
  body: string | null
}

/** Fills in the path parameters, the required query and headers, and the body of a route. */
export function sampleRequest(inspection: Inspection, route: InspectedRoute): SampleRequest {
  const documents = documentsOf(inspection, route)
  const path = routerPaths(route.url).slice(-1).flatMap(pathPieces)
  const params = sampleOf(route, 'params', documents)
  const names = path.flatMap(({ parameter }) => parameter ?? [])
  const query = Object.entries(required(route, 'querystring', documents))
  const headers = Object.entries(required(route, 'headers', documents))
  const body = bodyOf(route)
  const isJson = body !== undefined && (body.mediaType === null || /\bjson\b/.test(body.mediaType))
  return {
    path,
    params: Object.fromEntries(names.map((name) => [name, textOf(params[name] ?? 1)])),
    query: new URLSearchParams(query.flatMap(([name, value]) => pairs(name, value))).toString(),
    headers: {
      ...(body !== undefined && { 'content-type': body.mediaType ?? 'application/json' }),
      ...Object.fromEntries(headers.map(([name, value]) => [name, textOf(value)])),
    },
    body: isJson ? JSON.stringify(sampleValue(body.schema ?? {}, documents) ?? {}, null, 2) : null,
  }
}

/** The nearest shared schema of each `$id` on the line of the route. */
function documentsOf({ contexts, sharedSchemas }: Inspection, { line }: InspectedRoute): SchemaDocuments {
  const onLine = contexts.filter(({ id }) => line.includes(id)) // each context comes before those below it
  const schemas = onLine.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'schema'))
  return new Map(schemas.map(({ id, name }) => [name, sharedSchemas[id]]))
}

function bodyOf({ method, schemas }: InspectedRoute): InspectedSchema | undefined {
  return method === 'GET' || method === 'HEAD' ? undefined : schemas.find(({ part }) => part === 'body')
}

function sampleOf(route: InspectedRoute, part: string, documents: SchemaDocuments): Record<string, unknown> {
  const schema = route.schemas.find((each) => each.part === part)?.schema
  const sample = schema === undefined ? {} : sampleValue(schema, documents)
  return isRecord(sample) ? sample : {}
}

function required(route: InspectedRoute, part: string, documents: SchemaDocuments): Record<string, unknown> {
  const schema = route.schemas.find((each) => each.part === part)?.schema
  const names = new Set(isRecord(schema) && Array.isArray(schema.required) ? schema.required : [])
  return Object.fromEntries(Object.entries(sampleOf(route, part, documents)).filter(([name]) => names.has(name)))
}

function pairs(name: string, value: unknown): [string, string][] {
  return Array.isArray(value) ? value.map((each) => [name, textOf(each)]) : [[name, textOf(value)]]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
