import * as nest from '@nestjs/common'
import { SubscribeMessage, WebSocketGateway } from '@nestjs/websockets'
import { Controller, Get, Injectable, Module } from 'alcove'
import { expect } from 'chai'
import { type AnyClass, foundOfNest } from './nest-names.js'

const consumer = 'mark its methods with a decorator of memberDecorator, which a provider of your own reads'

/** The key under which each decorator of a method leaves its metadata, and its replacement. */
const onMethods: readonly (readonly [name: string, key: string, instead: string])[] = [
  ['@Cron', 'SCHEDULE_CRON_OPTIONS', 'write @Cron with memberDecorator'],
  ['@Interval', 'SCHEDULE_INTERVAL_OPTIONS', 'write @Interval with memberDecorator'],
  ['@Timeout', 'SCHEDULE_TIMEOUT_OPTIONS', 'write @Timeout with memberDecorator'],
  ['@OnEvent', 'EVENT_LISTENER_METADATA', 'write @OnEvent with memberDecorator'],
  ['@OnWorkerEvent', 'bullmq:worker_events_metadata', 'listen on the worker'],
  ['@OnQueueEvent', 'bullmq:queue_events_metadata', 'listen on the queue'],
  ['@Process', 'bull:module_queue_process', consumer],
  ['@OnQueueEvent', 'bull:module_on_queue_event', 'listen on the queue'],
  ['@MessagePattern or @EventPattern', 'microservices:pattern', consumer],
]

const onClasses: readonly (readonly [name: string, key: string, instead: string])[] = [
  ['@CommandHandler', '__commandHandler__', consumer],
  ['@QueryHandler', '__queryHandler__', consumer],
  ['@EventsHandler', '__eventsHandler__', consumer],
  ['@Saga', '__saga__', consumer],
  ['@Processor', 'bullmq:processor_metadata', consumer],
  ['@QueueEventsListener', 'bullmq:queue_events_listener_metadata', 'listen on the queue'],
  ['@Processor', 'bull:module_queue', consumer],
  ['@Resolver', 'graphql:resolver_type', 'give its functions to the plugin mercurius'],
]

/** Most of these packages are not installed here, so the tests record what their decorators record. */
function foundIn(Listed: AnyClass, list: 'providers' | 'controllers' = 'providers'): Promise<string[]> {
  @Module({ [list]: [Listed] })
  class Root {}
  return foundOfNest(Root)
}

describe('decorators of the packages of Nest, which nothing would call', () => {
  for (const [name, key, instead] of onMethods) {
    it(`${name} fails the boot, on a provider and on a controller (${key})`, async () => {
      @Injectable()
      class Reports {
        @nest.SetMetadata(key, {})
        write() {}
      }
      expect(await foundIn(Reports)).to.deep.equal([`${name} on Reports.write: ${instead}`])
      @Controller()
      class Pages {
        @nest.SetMetadata(key, {})
        @Get()
        read() {}
      }
      expect(await foundIn(Pages, 'controllers')).to.deep.equal([`${name} on Pages.read: ${instead}`])
    })
  }

  for (const [name, key, instead] of onClasses) {
    it(`${name} fails the boot (${key})`, async () => {
      @nest.SetMetadata(key, {})
      @Injectable()
      class Reports {}
      expect(await foundIn(Reports)).to.deep.equal([`${name} on Reports: ${instead}`])
    })
  }

  it('those of a gateway fail the boot', async () => {
    @WebSocketGateway()
    class Chat {
      @SubscribeMessage('say')
      say() {}
    }
    expect(await foundIn(Chat)).to.deep.equal([
      '@WebSocketGateway on Chat: write a controller with a route of websocket: true',
      '@SubscribeMessage on Chat.say: listen on the socket of a route of websocket: true',
    ])
  })

  for (const [name, key, instead] of [
    [
      '@Throttle',
      'THROTTLER:LIMITdefault',
      'register @fastify/rate-limit, and write config: { rateLimit } in the route',
    ],
    ['@SkipThrottle', 'THROTTLER:SKIPshort', 'write config: { rateLimit: false } in the route'],
    ['@CacheTTL', 'cache_module:cache_ttl', 'write @Around with the cache'],
    ['@CacheKey', 'cache_module:cache_key', 'write @Around with the cache'],
  ] as const) {
    it(`${name} fails the boot, on a controller and on a route (${key})`, async () => {
      @nest.SetMetadata(key, {})
      @Controller()
      class Pages {
        @nest.SetMetadata(key, {})
        @Get()
        read() {}
      }
      expect(await foundIn(Pages, 'controllers')).to.deep.equal([
        `${name} on Pages: ${instead}`,
        `${name} on Pages.read: ${instead}`,
      ])
    })
  }

  it('are found on base classes', async () => {
    class Base {
      @nest.SetMetadata('SCHEDULE_CRON_OPTIONS', {})
      write() {}
    }
    @Injectable()
    class Reports extends Base {}
    expect(await foundIn(Reports)).to.deep.equal(['@Cron on Base.write: write @Cron with memberDecorator'])
  })

  it('are left alone on a provider that both frameworks decorate', async () => {
    @nest.Injectable()
    @Injectable()
    class Reports {
      @nest.SetMetadata('SCHEDULE_CRON_OPTIONS', {})
      write() {}
    }
    expect(await foundIn(Reports)).to.deep.equal([])
  })

  it('are left alone on accessors and on methods of other libraries', async () => {
    @Injectable()
    class Reports {
      get size(): number {
        throw new Error('the boot does not read it')
      }
      @nest.SetMetadata('roles', ['admin'])
      write() {}
    }
    expect(await foundIn(Reports)).to.deep.equal([])
  })
})
