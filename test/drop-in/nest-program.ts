// Run under the name `fastify` by programs.test.ts: an application of Nest on its Fastify adapter.
import 'reflect-metadata'
import { Readable } from 'node:stream'
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Header,
  HttpException,
  type MiddlewareConsumer,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Redirect,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply } from 'fastify'

class Closed {
  canActivate() {
    return false
  }
}

@Controller('cats')
class Cats {
  @Get()
  all() {
    return [{ name: 'Tom' }]
  }

  @Get('text')
  text() {
    return 'text'
  }

  @Get('null')
  nothing() {
    return null
  }

  @Get('thrown')
  thrown() {
    throw new Error('of the handler')
  }

  @Get('teapot')
  teapot() {
    throw new HttpException({ short: true }, 418)
  }

  @Get('guarded')
  @UseGuards(Closed)
  guarded() {
    return 'never'
  }

  @Get('file')
  file() {
    return new StreamableFile(Buffer.from('file'))
  }

  @Get('stream')
  stream() {
    return new StreamableFile(Readable.from(['a', 'b']))
  }

  @Get('moved')
  @Redirect('/cats', 301)
  moved() {}

  @Get('header')
  @Header('x-own', '1')
  header() {
    return 'header'
  }

  @Get('reply')
  reply(@Res() reply: FastifyReply) {
    reply.code(202).send({ sent: true })
  }

  @Get('middleware')
  middleware() {
    return 'never'
  }

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    return { id }
  }

  @Post()
  make(@Body() body: object) {
    return body
  }
}

@Module({ controllers: [Cats] })
class AppModule {
  configure(consumer: MiddlewareConsumer) {
    const refuse = () => {
      throw new ForbiddenException('of the middleware')
    }
    consumer.apply(refuse).forRoutes('cats/middleware')
  }
}

const adapter = new FastifyAdapter({ bodyLimit: 100 })
const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, { logger: false })
await app.init()
await app.getHttpAdapter().getInstance().ready()

type Asked = Parameters<typeof app.inject>[0]

async function ask(request: Asked): Promise<void> {
  const { statusCode, headers, body } = await app.inject(request)
  console.log(JSON.stringify(request), statusCode, headers['content-type'], headers.location, headers['x-own'], body)
}

const paths = ['', 'text', 'null', 'thrown', 'teapot', 'guarded', 'file', 'stream', 'moved', 'header', 'reply']
for (const path of [...paths, 'middleware', '7', 'seven', '%zz', 'not/there']) await ask({ url: `/cats/${path}` })
const posted = { method: 'POST', url: '/cats' } as const
await ask({ ...posted, payload: { name: 'Ada' } })
for (const [type, payload] of [
  ['application/json', '{not json'],
  ['application/json', ''],
  ['text/csv', 'a,b'],
  ['application/json', JSON.stringify('x'.repeat(200))],
] as const) {
  await ask({ ...posted, payload, headers: { 'content-type': type } })
}
await ask({ method: 'HEAD', url: '/cats' })
await ask({ method: 'DELETE', url: '/cats' })
await app.close()
