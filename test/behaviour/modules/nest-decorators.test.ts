import * as nest from '@nestjs/common'
import { Body, bootstrap, Controller, Get, Guard, Injectable, Module, Post, Status } from 'alcove'
import { createTestApp } from 'alcove/testing'
import { expect } from 'chai'

type AnyClass = new (...args: never[]) => object

async function bootErrorOf(Root: AnyClass): Promise<{ code: string; message: string }> {
  const error: unknown = await createTestApp(Root).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error as { code: string; message: string }
}

class KeyGuard {
  canActivate() {
    return true
  }
}

describe('decorators of Nest on classes of alcove', () => {
  it('fail the boot once, with all places and what to write instead', async () => {
    @nest.UseGuards(KeyGuard)
    @Controller('/jobs')
    class Jobs {
      @Post()
      @nest.HttpCode(202)
      @nest.Header('x-a', 'b')
      start() {}

      @Get('/:id')
      read(@nest.Param('id') id: string) {
        return id
      }

      @nest.Get('/all')
      all() {}
    }
    @nest.Global()
    @Module({ controllers: [Jobs] })
    class Root {}
    const { code, message } = await bootErrorOf(Root)
    expect(code).to.equal('ALC_ERR_NEST_DECORATOR')
    expect(message.split('\n  ').slice(1)).to.have.members([
      '@Global on Root: declare its providers in the root module',
      '@UseGuards on Jobs: write @Guard',
      '@HttpCode on Jobs.start: write @Status',
      '@Header on Jobs.start: call reply.header, or return answer(status, body, headers)',
      '@Param on Jobs.read: import Param from alcove',
      '@Get on Jobs.all: import Get from alcove',
    ])
  })

  it('include the serializer, without which @Exclude has no effect', async () => {
    class Serializer extends nest.ClassSerializerInterceptor {}
    class Other {
      intercept() {
        return null as never
      }
    }
    @nest.UseInterceptors(nest.ClassSerializerInterceptor)
    @Controller('/users')
    class Users {
      @nest.UseInterceptors(new Serializer({} as never, {} as never), Other)
      @Get()
      all() {}
    }
    @Module({ controllers: [Users] })
    class Root {}
    const instead = 'write a response schema with @Schema, because @Exclude has no effect'
    const { message } = await bootErrorOf(Root)
    expect(message.split('\n  ').slice(1)).to.deep.equal([
      `@UseInterceptors(ClassSerializerInterceptor) on Users: ${instead}`,
      '@UseInterceptors on Users.all: write @Around',
      `@UseInterceptors(ClassSerializerInterceptor) on Users.all: ${instead}`,
    ])
  })

  it('are found on base classes, and named once for all their subclasses', async () => {
    class Base {
      @Get()
      @nest.HttpCode(202)
      read() {}
    }
    @Controller('/one')
    class One extends Base {}
    @Controller('/two')
    class Two extends Base {}
    @Module({ controllers: [One, Two] })
    class Root {}
    const { message } = await bootErrorOf(Root)
    expect(message.match(/@HttpCode/g)).to.have.length(1)
  })

  it('are named where alcove’s own are missing', async () => {
    @nest.Controller('/jobs')
    class Jobs {}
    @Module({ controllers: [Jobs] })
    class Root {}
    const controller = await bootErrorOf(Root)
    expect(controller.code).to.equal('ALC_ERR_CONTROLLER_UNDECORATED')
    expect(controller.message).to.match(
      /It has @Controller of @nestjs\/common\. Instead, import Controller from alcove$/,
    )
    @nest.Module({ controllers: [] })
    class Other {}
    const module = await bootErrorOf(Other)
    expect(module.code).to.equal('ALC_ERR_MODULE_UNDECORATED')
    expect(module.message).to.match(/It has @Module of @nestjs\/common\. Instead, import Module from alcove$/)
    @Module({ imports: [Other] })
    class Importer {}
    expect((await bootErrorOf(Importer)).message).to.match(
      /import Module from alcove\. If Other is of a package of Nest, remove it, and provide its services yourself$/,
    )
  })

  it('that make a class a controller or module come first where alcove’s own are missing', async () => {
    @nest.UseInterceptors()
    @nest.Controller('/jobs')
    @nest.UseGuards(KeyGuard)
    class Jobs {}
    @Module({ controllers: [Jobs] })
    class Root {}
    expect((await bootErrorOf(Root)).message).to.match(
      /It has @Controller of @nestjs\/common\. Instead, import Controller from alcove$/,
    )
    @nest.UseInterceptors()
    class Bare {}
    @Module({ controllers: [Bare] })
    class WithBare {}
    expect((await bootErrorOf(WithBare)).message).to.match(/Add @Controller\('\/path'\) to the class$/)
  })

  it('are left alone on classes that both frameworks decorate, and on providers', async () => {
    @nest.Injectable()
    @Injectable()
    class Jobs {
      all() {
        return ['a']
      }
    }
    @nest.Controller('/jobs')
    @Controller('/jobs')
    class JobsController {
      constructor(private readonly jobs: Jobs) {}

      @nest.Get()
      @nest.HttpCode(203)
      @Get()
      @Status(203)
      @Guard(() => true)
      all() {
        return this.jobs.all()
      }

      @nest.Post()
      @Post()
      add(@nest.Body() @Body() body: unknown) {
        return body
      }
    }
    @nest.Module({ controllers: [JobsController], providers: [Jobs] })
    @Module({ controllers: [JobsController], providers: [Jobs] })
    class Root {}
    await using app = bootstrap(Root, { logger: false, gracefulShutdown: false })
    const answer = await app.inject('/jobs')
    expect([answer.statusCode, answer.json()]).to.deep.equal([203, ['a']])
  })
})
