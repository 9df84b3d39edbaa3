// Accepted types of a decorated parameter. It is compiled, not run.
import { Type } from '@sinclair/typebox'
import {
  Body,
  Controller,
  contextValue,
  Get,
  Headers,
  type Infer,
  Inject,
  Injectable,
  lazy,
  Param,
  Params,
  Post,
  paramOf,
  Query,
  Rep,
  type Reply,
  Req,
  type Request,
  replyValue,
  requestValue,
  shared,
  token,
} from 'alcove'

const Answer = requestValue<number>('answer')
const OnReply = replyValue<string>('onReply')
const Config = contextValue<{ url: string }>('config')
const Clock = token<() => number>('clock')
const User = shared('user', { type: 'object', required: ['name'], properties: { name: { type: 'string' } } })
type User = Infer<typeof User>
const Box = Type.Object({ n: Type.Number() })
const Ip = paramOf((request) => request.ip)
const PAGE = { page: { type: 'integer', default: 1 }, q: { type: 'string' } } as const

abstract class Store {
  abstract read(): string
}

@Injectable()
class Users {
  readonly all: User[] = []
}

@Controller()
export class Fitting {
  constructor(
    readonly users: Users,
    @Inject(Config) readonly config: { url: string },
    @Inject(Clock) readonly clock: () => number,
    @Inject(Store) readonly store: Store,
    @Inject(Clock.optional) readonly noClock?: () => number,
  ) {}

  @Get()
  values(
    @Inject(Answer) answer: number,
    @Inject(Answer) wider: number | string,
    @Inject(OnReply.optional) onReply: string | undefined,
    @Inject(Users) users: Users,
    @Inject(lazy(() => Users)) later: { all: User[] },
    @Inject('by name') named: string,
    @Inject(Answer.optional) optional?: number,
  ) {
    return [answer, wider, onReply, users, later, named, optional]
  }

  @Post()
  parts(
    @Body(User.ref) user: User,
    @Query(PAGE) query: { page: number; q?: string },
    @Params({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }) params: { id: number },
    @Param('id') id: number,
    @Headers({ 'X-Count': { type: 'integer' } }) headers: { 'x-count'?: number; authorization?: string },
    @Req() request: Request,
    @Rep() reply: Reply,
    @Ip ip: string,
    @Ip() again: string,
  ) {
    return [user, query, params, id, headers, request, reply, ip, again]
  }

  @Post()
  unchecked(
    @Body() body: User,
    @Query() query: { q: string },
    @Params() params: { id: string },
    @Headers() headers: Record<string, string>,
    @Body({ type: 'object' as string }) loose: User,
  ) {
    return [body, query, params, headers, loose]
  }

  @Post()
  box(@Body(Box) box: { n: number }, @Query({}) anything: unknown) {
    return [box, anything]
  }

  @Get()
  defaulted(@Inject(Answer.optional) answer = 42, @Query(PAGE) { page }: { page: number }) {
    return [answer, page]
  }

  @Get()
  private hidden(@Inject(Answer) answer: number) {
    return answer
  }

  shown() {
    return this.hidden
  }

  @Get()
  [Symbol.iterator](@Inject(Answer) answer: number) {
    return answer
  }
}

@Controller()
export class Unfitting {
  constructor(
    // @ts-expect-error the token is an object
    @Inject(Config) readonly config: string,
    // @ts-expect-error the token may be undefined
    @Inject(Clock.optional) readonly clock: () => number,
    // @ts-expect-error another class
    @Inject(Store) readonly store: Users,
  ) {}

  @Get()
  values(
    // @ts-expect-error the token is a number
    @Inject(Answer) answer: string,
    // @ts-expect-error undefined is not accepted
    @Inject(OnReply.optional) onReply: string,
    // @ts-expect-error another class
    @Inject(Users) store: Store,
    // @ts-expect-error another class, though lazy
    @Inject(lazy(() => Users)) later: Store,
  ) {
    return [answer, onReply, store, later]
  }

  @Post()
  parts(
    // @ts-expect-error the name is a string
    @Body(User.ref) user: { name: number },
    // @ts-expect-error the page is a number
    @Query(PAGE) query: { page: string },
    // @ts-expect-error q may be missing
    @Query(PAGE) required: { q: string },
    // @ts-expect-error the id is a number
    @Params({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }) params: { id: string },
    // @ts-expect-error a path parameter is no object
    @Param('id') id: User,
    // @ts-expect-error the count is a number
    @Headers({ 'x-count': { type: 'integer' } }) headers: { 'x-count'?: string },
    // @ts-expect-error the request is no reply
    @Req() request: Reply,
    // @ts-expect-error the reply is no request
    @Rep() reply: Request,
    // @ts-expect-error an address is a string
    @Ip ip: number,
  ) {
    return [user, query, required, params, id, headers, request, reply, ip]
  }

  @Post()
  others(
    // @ts-expect-error the property is a number
    @Body(Box) box: { n: string },
    // @ts-expect-error a query is an object
    @Query() query: string,
    // @ts-expect-error headers are an object
    @Headers() headers: number,
  ) {
    return [box, query, headers]
  }
}

/** A value may be missing: an optional path parameter, a body that no client sends. A wider type accepts it. */
@Controller()
export class Wider {
  @Post('/:id?')
  parts(
    @Body() body: User | null,
    @Body(User.ref) user: User | undefined,
    @Query() query: { q: string } | undefined,
    @Query(PAGE) pages: { page: number; q?: string } | null,
    @Params() params: { id?: string } | undefined,
    @Headers() headers: Record<string, string> | null,
    @Headers({ 'x-count': { type: 'integer' } }) counted: { 'x-count'?: number } | undefined,
    @Req() request: Request | null,
    @Rep() reply: Reply | undefined,
    @Inject(Answer) answer: number | null,
    @Ip ip?: string,
  ) {
    return [body, user, query, pages, params, headers, counted, request, reply, answer, ip]
  }

  @Get('/:id?')
  values(
    @Param('id') nullable: string | null,
    @Param('id') any: unknown,
    @Param('id', { type: 'integer' }) integer: number | undefined,
    @Param('id', { type: 'string', enum: ['a', 'b'] }) letter: 'a' | 'b' | null,
    @Query('q') q: string | null,
    @Query('n', { type: 'integer' }) n: 1 | 2 | undefined,
    @Headers('x-n', { type: 'integer' }) header: number | null,
    @Param('id') id?: string,
    @Param('id') flag?: boolean,
  ) {
    return [nullable, any, integer, letter, q, n, header, id, flag]
  }

  @Get('/:id?')
  refused(
    // @ts-expect-error: a path parameter is no object, though it may be missing
    @Param('id') user: User | undefined,
    // @ts-expect-error: the schema makes a number
    @Query('n', { type: 'integer' }) text: string | undefined,
    // @ts-expect-error: a query is an object
    @Query() query: string | null,
  ) {
    return [user, text, query]
  }
}
