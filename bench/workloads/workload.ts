/** The part of an instance that the workloads use: Fastify and the core of alcove both have it. */
export interface BenchInstance {
  addSchema(schema: object): unknown
  addHook(name: 'onRequest', hook: (request: object, reply: object, done: () => void) => void): unknown
  decorateRequest(name: string, value: unknown): unknown
  register(plugin: (instance: BenchInstance, options: object, done: () => void) => void, options?: object): unknown
  get(path: string, options: { schema?: object }, handler: BenchHandler): unknown
  post(path: string, options: { schema?: object }, handler: BenchHandler): unknown
}

export interface BenchRequest {
  readonly [name: string]: unknown
  readonly body: unknown
  readonly query: unknown
  readonly params: unknown
}

export type BenchHandler = (request: BenchRequest, reply: object) => unknown

/** What is measured in requests. */
export interface Workload {
  readonly name: string
  readonly title: string
  readonly request: Buffer
  /** Of every answer; a workload that measures 404 by mistake must not look fast. */
  readonly status: number
  /** `body`: status and body must be equal on all servers; `status`: their wording may differ. */
  readonly equal: 'body' | 'status'
  /** The server in the plugin form; the decorated form has the same name in bench/decorated. */
  register(instance: BenchInstance): void
}

/** What is measured from an empty process to listening. */
export interface BootWorkload {
  readonly name: string
  readonly title: string
  register(instance: BenchInstance): void
}
