import * as alcove from 'alcove'
import {
  Around,
  Body,
  Controller,
  Events,
  Get,
  Guard,
  Hook,
  Inject,
  Injectable,
  Messages,
  Module,
  NotFoundHandler,
  Param,
  PluginWrapped,
  Public,
  paramOf,
  provide,
  Rep,
  Req,
  Route,
  requestValue,
  routeValue,
  Schema,
  SchemaErrorFormatter,
  Socket,
  Status,
  token,
  Use,
  use,
} from 'alcove'
import * as testing from 'alcove/testing'
import { expect } from 'chai'
import { any, careless, onMethod, onModule, refuses } from './refusals.js'
import { serving } from './seen.js'

/** Calls the function as a JavaScript user can, and declares nothing with its result. */
function called(fn: unknown, ...given: unknown[]): () => never {
  return () => careless(any(fn)(...given))
}

/** The error of a call, or of its promise. */
async function refusal(call: () => unknown): Promise<Error | null> {
  try {
    await call()
  } catch (error) {
    return error as Error // the assertions read its code
  }
  return null
}

const pass = () => true
const options = { bodyLimit: 10 }

describe('An argument that a decorator does not read fails the declaration:', () => {
  const one = (decorator: string, fn: unknown, fix = '') => ({
    code: 'ALC_ERR_DECLARATION_ARGUMENT',
    words: [`@${decorator}(…) got 2 arguments. Pass one${fix}`],
    declare: called(fn, careless('/a'), options),
  })
  const none = (decorator: string, fn: unknown) => ({
    code: 'ALC_ERR_DECLARATION_ARGUMENT',
    words: [`@${decorator}(…) got 1 argument. Pass none`],
    declare: called(fn, false),
  })
  const two = (decorator: string, fn: unknown, first: unknown, fix = '') => ({
    code: 'ALC_ERR_DECLARATION_ARGUMENT',
    words: [`@${decorator}(…) got 3 arguments. Pass two at most${fix}`],
    declare: called(fn, first, options, pass),
  })

  refuses({
    'a second guard': two('Guard', Guard, pass, '. Write @Guard once for each'),
    'a second function of @Use': two('Use', Use, 'onRequest', '. Write @Use once for each'),
    'a third of a route decorator': two('Get', Get, '/a'),
    'a second pipe': two('Param', Param, 'id'),
    'options beside the prefix': one('Controller', Controller, ". Options go beside the prefix: { prefix: '/users'"),
    'a second name of a hook': one('Hook', Hook, '. Write @Hook once for each'),
    'a second schema': one('Schema', Schema, '. Write @Schema once for each'),
    'a second function around': one('Around', Around, '. Write @Around once for each'),
    'a pipe beside the body': one('Body', Body, '. The schema describes the whole body'),
    'options of @Inject': one('Inject', Inject, '. For a value that may be missing, inject Token.optional'),
    'a second of @Events': one('Events', Events),
    'a second of @Injectable': one('Injectable', Injectable),
    'a second of @Module': one('Module', Module),
    'a second of @Route': one('Route', Route),
    'a second of @Status': one('Status', Status),
    'an argument of @Messages': none('Messages', Messages),
    'a third of @Socket': two('Socket', Socket, '/a'),
    'one of @Public': none('Public', Public),
    'one of @PluginWrapped': none('PluginWrapped', PluginWrapped),
    'one of @NotFoundHandler': none('NotFoundHandler', NotFoundHandler),
    'one of @SchemaErrorFormatter': none('SchemaErrorFormatter', SchemaErrorFormatter),
    'a property of @Req': none('Req', Req),
    'options of @Rep': none('Rep', Rep),
  })
})

describe('An option that a function does not read fails the declaration:', () => {
  @Module()
  class Feature {}
  const Roles = token<string[]>('roles')
  const User = requestValue<string>('user')

  refuses({
    'a scope beside the factory of provide': {
      words: ['provide(roles, …) got 3 arguments. Pass two at most. The scope is a key beside the factory'],
      declare: called(provide, Roles, { useFactory: () => [] }, { scope: 'request' }),
    },
    'a prefix beside the options of use': {
      words: ['use(Feature, …) got 3 arguments. Pass two at most. The prefix is a key of the options'],
      declare: called(use, Feature, {}, { prefix: '/a' }),
    },
    'a url beside another path of @Route': {
      words: ['@Route on Things.read got the path "/a" and the url "/b", which are two names for one option'],
      declare: () => onMethod(Route({ method: 'GET', path: '/a', url: '/b' }))(),
    },
    'an undefined value of a route value, as after a circular import': {
      words: ['@roles(…) got undefined. Pass a value, or nothing. Check its import'],
      declare: called(routeValue('roles'), undefined),
    },
    'a part of compose without its call, on a method': {
      words: ['compose(…) got isAdmin, which returns a function. Pass its result: isAdmin(…)'],
      declare: () => {
        const isAdmin = () => alcove.compose(Guard(pass))
        return onMethod(alcove.compose(careless(isAdmin)))()
      },
    },
    'a part of compose without its call, on a class': {
      words: ['compose(…) got roles, which returns a function. Pass its result: roles(…)'],
      declare: () => {
        class Pages {}
        any(alcove.compose(careless(routeValue('roles'))))(Pages)
        return serving(Pages)
      },
    },
    'a misspelt option of from': {
      words: ['requestValue(\'user\').from(…) got the string "injects". Pass only inject as a key of the options'],
      declare: onModule(() => ({ decorateRequest: [careless(any(User.from)(() => 'a', { injects: [Roles] }))] })),
    },
    'a misspelt option of routeValue': {
      words: ["routeValue('roles', …) got the key openApi. Pass only openapi"],
      declare: called(routeValue, 'roles', { openApi: true }),
    },
    'a misspelt option of paramOf': {
      words: ['@paramOf on Pages.read got the string "injects". Pass only inject as a key of the options'],
      declare: () => {
        const Own = any(paramOf)(() => 1, { injects: [Roles] })
        @Controller()
        class Pages {
          @Get()
          read(@any(Own) value: unknown) {
            return value
          }
        }
        return serving(Pages)
      },
    },
  })
})

describe('Each function that declares something', () => {
  class Feature {}
  /** The most arguments that each function takes. */
  const most: Readonly<Record<string, readonly unknown[]>> = {
    ...{ NotFoundHandler: [], PluginWrapped: [], Public: [], Messages: [], Rep: [], Req: [], SchemaErrorFormatter: [] },
    ...{ Around: [pass], Body: [{}], Controller: [''], Events: [{}], Hook: ['onSend'], Inject: ['a'] },
    ...{ Injectable: [{}], Module: [{}], Params: [{}], Route: [{}], Schema: [{}], Status: [200] },
    ...{
      Guard: [pass, {}],
      Headers: ['a', {}],
      Param: ['a', {}],
      Query: ['a', {}],
      Socket: ['', {}],
      Use: ['onSend', pass],
    },
    ...{ All: ['', {}], Delete: ['', {}], Get: ['', {}], Head: ['', {}], Options: ['', {}], Patch: ['', {}] },
    ...{ Post: ['', {}], Put: ['', {}] },
    ...{ collection: ['a'], contextValue: ['a'], memberDecorator: ['a'], replyValue: ['a'], requestValue: ['a'] },
    ...{ token: ['a'], lazy: [() => Feature], paramOf: [pass, {}], provide: [Feature, { useClass: Feature }] },
    ...{ routeValue: ['a', {}], shared: ['a', {}], use: [Feature, {}] },
    ...{ bootstrap: [Feature, {}], createTestApp: [Feature, {}], replace: [Feature, Feature] },
  }
  /**
   * Classes, functions that take any number, functions for requests, and those that Fastify has. `@ErrorHandler` refuses
   * a second class on its target.
   */
  const others = [
    'ErrorHandler',
    'LogController',
    'ValidationError',
    'answer',
    'compose',
    'contextContainer',
    'createServer',
    'event',
    'pluginWrapper',
  ]

  it('refuses an argument that it does not read', async () => {
    const functions = Object.entries({ ...alcove, ...testing }).filter(([, value]) => typeof value === 'function')
    const names = functions.map(([name]) => name)
    expect(names).to.have.members([...Object.keys(most), ...others], 'a new function needs a line in this test')
    for (const [name, fn] of functions.filter(([each]) => !others.includes(each))) {
      const given = [...most[name]!, 'further'] // the line above checked it
      const failure = await refusal(() => any(fn)(...given))
      expect(failure, name).to.have.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
      expect(failure?.message).to.include(name).and.include(`${given.length} argument`)
    }
  })

  it('refuses it on tokens and route values, too', () => {
    for (const [call, declare] of [
      ["requestValue('a').is(…)", called(requestValue('a').is, 1, 2)],
      ["requestValue('a').from(…)", called(requestValue('a').from, pass, {}, 2)],
      ["replyValue('a').is(…)", called(alcove.replyValue('a').is, 1, 2)],
      ["contextValue('a').is(…)", called(alcove.contextValue('a').is, 1, 2)],
      ["collection('a').add(…)", called(alcove.collection('a').add, Feature, Feature)],
      ['@roles(…)', called(routeValue('roles'), 'admin', 'editor')],
    ] as const) {
      expect(declare).to.throw(`${call} got`).with.property('code', 'ALC_ERR_DECLARATION_ARGUMENT')
    }
  })

  it('may be the callback of map, which also passes the index and the list', () => {
    const [Clock, Random] = ['clock', 'random'].map(alcove.token)
    expect([Clock?.name, Random?.name]).to.deep.equal(['clock', 'random'])
    const Jobs = alcove.collection<Feature>('jobs')
    expect([Feature, class extends Feature {}].map(Jobs.add)).to.have.length(2)
    expect([pass, pass].map(alcove.Around)).to.have.length(2)
    expect(() => any(alcove.token)('clock', 0, ['random'])).to.throw('got 3 arguments. Pass one')
  })
})
