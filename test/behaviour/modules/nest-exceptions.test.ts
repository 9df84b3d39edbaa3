import { HttpException, NotFoundException, ServiceUnavailableException } from '@nestjs/common'
import { bootstrap, Controller, Get, Module } from 'alcove'
import { expect } from 'chai'

/** Packages that were written for Nest throw its exceptions. */
describe('an exception of Nest', () => {
  @Controller()
  class Cats {
    @Get('/missing') missing() {
      throw new NotFoundException('There is no such cat')
    }
    @Get('/asleep') asleep() {
      throw new ServiceUnavailableException('The cat is asleep')
    }
    @Get('/own') own() {
      throw new HttpException({ mood: 'bad' }, 418)
    }
  }
  @Module({ controllers: [Cats] })
  class App {}

  for (const [path, statusCode, error, message] of [
    ['/missing', 404, 'Not Found', 'There is no such cat'],
    ['/asleep', 503, 'Service Unavailable', 'The cat is asleep'],
    ['/own', 418, "I'm a Teapot", 'Http Exception'],
  ] as const) {
    it(`is answered with its status and message, and without its body: ${statusCode}`, async () => {
      const app = bootstrap(App)
      const response = await app.inject(path)
      await app.close()
      expect(response.json()).to.deep.equal({ statusCode, error, message })
      expect(response.statusCode).to.equal(statusCode)
    })
  }
})
