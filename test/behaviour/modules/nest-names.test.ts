import * as nest from '@nestjs/common'
import { Controller, Get, Module } from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'
import { type AnyClass, foundOfNest } from './nest-names.js'

function rootOf(Listed: AnyClass): AnyClass {
  @Module({ controllers: [Listed] })
  class Root {}
  return Root
}

/** The findings for a decorator on a controller. */
function onController(decorate: ClassDecorator): Promise<string[]> {
  @Controller()
  class Reads {
    @Get()
    read() {}
  }
  decorate(Reads)
  return foundOfNest(rootOf(Reads))
}

/** The findings for a decorator on a method that is a route here. */
function onMethod(decorate: MethodDecorator): Promise<string[]> {
  @Controller()
  class Reads {
    @Get()
    read() {}
  }
  decorate(Reads.prototype, 'read', Object.getOwnPropertyDescriptor(Reads.prototype, 'read') as never)
  return foundOfNest(rootOf(Reads))
}

/** The findings for a decorator on the parameter of a route. */
function onParameter(decorate: ParameterDecorator): Promise<string[]> {
  return onMethod((target, key) => decorate(target, key, 0))
}

class Any {
  canActivate = () => true
  intercept = () => null as never
  catch = () => undefined
}

const ofSession = 'of @fastify/session'
const ofMultipart = 'of @fastify/multipart'

const parameters: Record<string, string> = {
  Req: '@Req on Reads.read: import Req from alcove',
  Request: '@Req on Reads.read: import Req from alcove',
  Res: '@Res on Reads.read: write @Rep',
  Response: '@Res on Reads.read: write @Rep',
  Next: '@Next on Reads.read: return the answer, or throw',
  Body: '@Body on Reads.read: import Body from alcove',
  Query: '@Query on Reads.read: import Query from alcove',
  Param: '@Param on Reads.read: import Param from alcove',
  Headers: '@Headers on Reads.read: import Headers from alcove',
  Session: `@Session on Reads.read: read request.session ${ofSession}`,
  UploadedFile: `@UploadedFile on Reads.read: call request.file() ${ofMultipart}`,
  UploadedFiles: `@UploadedFiles on Reads.read: call request.files() ${ofMultipart}`,
  HostParam: '@HostParam on Reads.read: read request.hostname',
  Ip: '@Ip on Reads.read: read request.ip',
  RawBody: '@RawBody on Reads.read: add a parser with parseAs: "buffer" that keeps the text',
  Cookies: '@Cookies on Reads.read: read request.cookies of @fastify/cookie',
  SignedCookies: '@SignedCookies on Reads.read: call request.unsignCookie of @fastify/cookie',
  SseSignal: 'a decorator of createParamDecorator on Reads.read: write it with paramOf',
}

const routes = ['Get', 'Post', 'Put', 'Delete', 'Patch', 'All', 'Options', 'Head']
const otherRoutes = ['Search', 'Propfind', 'Proppatch', 'Mkcol', 'Copy', 'Move', 'Lock', 'Unlock', 'QueryMethod']

const methods: Record<string, { decorate: MethodDecorator; text: string }> = {
  HttpCode: { decorate: nest.HttpCode(202), text: '@HttpCode on Reads.read: write @Status' },
  Header: {
    decorate: nest.Header('x-a', 'b'),
    text: '@Header on Reads.read: call reply.header, or return answer(status, body, headers)',
  },
  Redirect: { decorate: nest.Redirect('/'), text: '@Redirect on Reads.read: call reply.redirect' },
  Render: { decorate: nest.Render('view'), text: '@Render on Reads.read: call reply.view of @fastify/view' },
  Sse: { decorate: nest.Sse(), text: '@Sse on Reads.read: return a stream' },
  RequestMapping: {
    decorate: nest.RequestMapping({ method: nest.RequestMethod.PUT }),
    text: '@Put on Reads.read: import Put from alcove',
  },
  Version: {
    decorate: nest.Version('1'),
    text: '@Version on Reads.read: write the route option constraints: { version }',
  },
  Bind: { decorate: nest.Bind(nest.Body()), text: '@Body on Reads.read: import Body from alcove' },
}

/** On a class and on a method. */
const both: Record<string, { decorate: ClassDecorator & MethodDecorator; text: string }> = {
  UseGuards: { decorate: nest.UseGuards(Any), text: '@UseGuards: write @Guard' },
  UseInterceptors: { decorate: nest.UseInterceptors(Any), text: '@UseInterceptors: write @Around' },
  UsePipes: {
    decorate: nest.UsePipes(nest.ValidationPipe),
    text: '@UsePipes: give the parameter a schema, such as @Body(schema)',
  },
  UseFilters: { decorate: nest.UseFilters(Any), text: '@UseFilters: write a method with @ErrorHandler(Type)' },
  SerializeOptions: {
    decorate: nest.SerializeOptions({}) as ClassDecorator & MethodDecorator,
    text: '@SerializeOptions: write a response schema with @Schema',
  },
}

const classes = ['Global', 'Module', 'Controller', 'Catch', 'Inject', 'Optional', 'Injectable']

/** Their effect is the same here, or is unknown: an application chooses the key of `SetMetadata`. */
const leftAlone = ['Dependencies', 'SetMetadata']

describe('each decorator of @nestjs/common', () => {
  it('is in one of these tables', () => {
    const isDecorator = ([name, value]: [string, unknown]) =>
      /^[A-Z]/.test(name) && typeof value === 'function' && !/^class\b/.test(String(value))
    const names = Object.entries(nest)
      .filter(isDecorator)
      .map(([name]) => name)
    const known = [
      ...Object.keys({ ...parameters, ...methods, ...both }),
      ...routes,
      ...otherRoutes,
      ...classes,
      ...leftAlone,
    ]
    expect(known).to.have.members(names)
  })

  for (const [name, text] of Object.entries(parameters)) {
    it(`@${name} of a parameter is found on a route`, async () => {
      const make = (nest as unknown as Record<string, () => ParameterDecorator>)[name]
      expect(await onParameter(make!())).to.deep.equal([text])
    })
  }

  for (const name of [...routes, ...otherRoutes]) {
    it(`@${name} is found on a method`, async () => {
      const make = (nest as unknown as Record<string, () => MethodDecorator>)[name]
      const instead = routes.includes(name)
        ? `@${name} on Reads.read: import ${name} from alcove`
        : 'a route decorator on Reads.read: write @Route({ method, path }) of alcove'
      expect(await onMethod(make!())).to.deep.equal([instead])
    })
  }

  for (const [name, { decorate, text }] of Object.entries(methods)) {
    it(`@${name} is found on a method`, async () => {
      expect(await onMethod(decorate)).to.deep.equal([text])
    })
  }

  for (const [name, { decorate, text }] of Object.entries(both)) {
    it(`@${name} is found on a class and on a method`, async () => {
      expect(await onController(decorate)).to.deep.equal([text.replace(':', ' on Reads:')])
      expect(await onMethod(decorate)).to.deep.equal([text.replace(':', ' on Reads.read:')])
    })
  }

  it('@Global and @Catch are found on classes', async () => {
    expect(await onController(nest.Global())).to.deep.equal([
      '@Global on Reads: declare its providers in the root module',
    ])
    expect(await onController(nest.Catch())).to.deep.equal([
      '@Catch on Reads: write a method with @ErrorHandler(Type) in a module or controller',
    ])
  })

  it('@Module and @Controller are found where alcove’s own is missing', async () => {
    @nest.Controller()
    class Reads {}
    await createTestApp(rootOf(Reads)).then(
      () => expect.fail(),
      (error) =>
        expect(error.message).to.contain(
          'It has @Controller of @nestjs/common. Instead, import Controller from alcove',
        ),
    )
    @nest.Module({ exports: [] })
    class Root {}
    await createTestApp(Root).then(
      () => expect.fail(),
      (error) =>
        expect(error.message).to.contain(
          'It has @Module of @nestjs/common. Instead, import Module from alcove, with offers',
        ),
    )
  })

  it('several of one method are all named, in the order of the parameters', async () => {
    const Own = nest.createParamDecorator(() => 1)
    expect(
      await onMethod((target, key) => {
        nest.Body()(target, key, 1)
        nest.Res()(target, key, 0)
        Own()(target, key, 2)
      }),
    ).to.deep.equal([
      '@Res on Reads.read: write @Rep',
      '@Body on Reads.read: import Body from alcove',
      'a decorator of createParamDecorator on Reads.read: write it with paramOf',
    ])
  })
})
