// The metadata of the decorators of Nest on classes and methods, by key, with their replacements in alcove. A test
// compares the tables with `@nestjs/common`.

/** A decorator of Nest, and its replacement. */
export interface NestDecorator {
  readonly decorator: string
  readonly instead: string
}

export type NestTable = Readonly<Record<string, NestDecorator>>

const row = (decorator: string, instead: string): NestDecorator => ({ decorator, instead })

const own = (name: string): NestDecorator => row(`@${name}`, `import ${name} from alcove`)

export const anywhere: NestTable = {
  __guards__: row('@UseGuards', 'write @Guard'),
  __pipes__: row('@UsePipes', 'give the parameter a schema, such as @Body(schema)'),
  __interceptors__: row('@UseInterceptors', 'write @Around'),
  __exceptionFilters__: row('@UseFilters', 'write a method with @ErrorHandler(Type)'),
  __version__: row('@Version', 'write the route option constraints: { version }'),
  'class_serializer:options': row('@SerializeOptions', 'write a response schema with @Schema'),
  'THROTTLER:LIMIT': row('@Throttle', 'register @fastify/rate-limit, and write config: { rateLimit } in the route'),
  'THROTTLER:SKIP': row('@SkipThrottle', 'write config: { rateLimit: false } in the route'),
  'cache_module:cache_ttl': row('@CacheTTL', 'write @Around with the cache'),
  'cache_module:cache_key': row('@CacheKey', 'write @Around with the cache'),
}

/** The keys of these end in the name of a throttler, such as `default`. */
const ofThrottlers = /^(THROTTLER:(?:LIMIT|SKIP)).*$/

/** The row of a table for a key of metadata. */
export function rowOf(table: NestTable, key: unknown): NestDecorator | undefined {
  const name = typeof key === 'string' ? key.replace(ofThrottlers, '$1') : ''
  return Object.hasOwn(table, name) ? table[name] : undefined
}

export const serializer = row(
  '@UseInterceptors(ClassSerializerInterceptor)',
  'write a response schema with @Schema, because @Exclude has no effect',
)

const injected: NestTable = {
  'self:paramtypes': own('Inject'),
  'optional:paramtypes': row('@Optional', 'inject Token.optional'),
  'self:properties_metadata': row('@Inject on properties', 'inject into the constructor'),
  'optional:properties_metadata': row('@Optional on properties', 'inject Token.optional into the constructor'),
}

const consumer = 'mark its methods with a decorator of memberDecorator, which a provider of your own reads'

// Decorators of the packages of Nest: jobs, listeners, consumers. Nothing would call them, and no request would show that.

const packageClasses: NestTable = {
  __commandHandler__: row('@CommandHandler', consumer),
  __queryHandler__: row('@QueryHandler', consumer),
  __eventsHandler__: row('@EventsHandler', consumer),
  __saga__: row('@Saga', consumer),
  'bullmq:processor_metadata': row('@Processor', consumer),
  'bullmq:queue_events_listener_metadata': row('@QueueEventsListener', 'listen on the queue'),
  'bull:module_queue': row('@Processor', consumer),
  'websockets:is_gateway': row('@WebSocketGateway', 'write a controller with a route of websocket: true'),
  'graphql:resolver_type': row('@Resolver', 'give its functions to the plugin mercurius'),
}

/** Decorators of the methods of providers. */
export const onProviderMethods: NestTable = {
  SCHEDULE_CRON_OPTIONS: row('@Cron', 'write @Cron with memberDecorator'),
  SCHEDULE_INTERVAL_OPTIONS: row('@Interval', 'write @Interval with memberDecorator'),
  SCHEDULE_TIMEOUT_OPTIONS: row('@Timeout', 'write @Timeout with memberDecorator'),
  EVENT_LISTENER_METADATA: row('@OnEvent', 'write @OnEvent with memberDecorator'),
  'bullmq:worker_events_metadata': row('@OnWorkerEvent', 'listen on the worker'),
  'bullmq:queue_events_metadata': row('@OnQueueEvent', 'listen on the queue'),
  'bull:module_queue_process': row('@Process', consumer),
  'bull:module_on_queue_event': row('@OnQueueEvent', 'listen on the queue'),
  'websockets:message_mapping': row('@SubscribeMessage', 'listen on the socket of a route of websocket: true'),
  'microservices:pattern': row('@MessagePattern or @EventPattern', consumer),
}

/** Decorators of providers and guards. */
export const onProviders: NestTable = {
  ...injected,
  ...packageClasses,
  __catch__: row('@Catch', 'write a method with @ErrorHandler(Type) in a module or controller'),
}

/** Decorators of modules and controllers. */
export const onClasses: NestTable = {
  ...anywhere,
  ...onProviders,
  '__module:global__': row('@Global', 'declare its providers in the root module'),
  __controller__: own('Controller'),
  imports: own('Module'),
  providers: own('Module'),
  controllers: own('Module'),
  exports: row('@Module', 'import Module from alcove, with offers instead of exports'),
}

export const onMethods: NestTable = {
  ...anywhere,
  ...onProviderMethods,
  __httpCode__: row('@HttpCode', 'write @Status'),
  __headers__: row('@Header', 'call reply.header, or return answer(status, body, headers)'),
  __redirect__: row('@Redirect', 'call reply.redirect'),
  __renderTemplate__: row('@Render', 'call reply.view of @fastify/view'),
  __sse__: row('@Sse', 'return a stream'),
}

/** Route decorators by the number that Nest records for the method. */
export const routeDecorators: readonly NestDecorator[] = [
  ...['Get', 'Post', 'Put', 'Delete', 'Patch', 'All', 'Options', 'Head'].map(own),
]

/** The decorators of Nest with other numbers: methods of WebDAV, and later methods. */
export const otherRoute = row('a route decorator', 'write @Route({ method, path }) of alcove')

/** Parameter decorators by the number that Nest records for the kind of the parameter. */
export const parameterDecorators: readonly NestDecorator[] = [
  own('Req'),
  row('@Res', 'write @Rep'),
  row('@Next', 'return the answer, or throw'),
  own('Body'),
  own('Query'),
  own('Param'),
  own('Headers'),
  row('@Session', 'read request.session of @fastify/session'),
  row('@UploadedFile', 'call request.file() of @fastify/multipart'),
  row('@UploadedFiles', 'call request.files() of @fastify/multipart'),
  row('@HostParam', 'read request.hostname'),
  row('@Ip', 'read request.ip'),
  row('@RawBody', 'add a parser with parseAs: "buffer" that keeps the text'),
  row('@Ack', 'answer on the socket'),
  row('@Cookies', 'read request.cookies of @fastify/cookie'),
  row('@SignedCookies', 'call request.unsignCookie of @fastify/cookie'),
]

/** The parameter decorators of Nest with other numbers, such as `@SseSignal`. */
export const ownParameter = row('a decorator of createParamDecorator', 'write it with paramOf')

/** The scopes of Nest with more than one object, by the number of Nest's `Scope`. */
export const scopes: readonly (NestDecorator | null)[] = [
  null,
  row(
    '@Injectable({ scope: Scope.TRANSIENT })',
    "import Injectable from alcove and write @Injectable({ scope: 'transient' })",
  ),
  row(
    '@Injectable({ scope: Scope.REQUEST })',
    "import Injectable from alcove and write @Injectable({ scope: 'request' })",
  ),
]

/** Tokens of `@nestjs/core` that Nest reads among the providers. */
export const enhancers: Readonly<Record<string, string>> = {
  APP_GUARD: 'write @Guard on the module',
  APP_PIPE: 'give parameters a schema, such as @Body(schema)',
  APP_INTERCEPTOR: 'write @Around on the module',
  APP_FILTER: 'write a method with @ErrorHandler in the module',
}

/** Decorators of `@nestjs/swagger` by the end of their key, with the keys of `@Schema` that replace them. */
export const ofSwagger: NestTable = {
  apiUseTags: row('@ApiTags', 'tags'),
  apiOperation: row('@ApiOperation', 'summary and description'),
  apiResponse: row('@ApiResponse', 'response'),
  apiParameters: row('@ApiParam, @ApiQuery or @ApiBody', 'params, querystring and body'),
  apiHeaders: row('@ApiHeader', 'headers'),
  apiSecurity: row('@ApiSecurity', 'security'),
  apiConsumes: row('@ApiConsumes', 'consumes'),
  apiProduces: row('@ApiProduces', 'produces'),
  apiExtension: row('@ApiExtension', 'a key that begins with "x-"'),
  apiExcludeEndpoint: row('@ApiExcludeEndpoint', 'hide: true'),
  apiExcludeController: row('@ApiExcludeController', 'hide: true'),
}
