/** Values of an application that throw, lie or break off when somebody looks at them, each made anew. */
const broken = (what: string) => () => {
  throw new Error(`hostile ${what}`)
}

const everyTrap = {
  get: broken('get'),
  has: broken('has'),
  set: broken('set'),
  apply: broken('apply'),
  construct: broken('construct'),
  ownKeys: broken('ownKeys'),
  getPrototypeOf: broken('getPrototypeOf'),
  setPrototypeOf: broken('setPrototypeOf'),
  getOwnPropertyDescriptor: broken('getOwnPropertyDescriptor'),
  defineProperty: broken('defineProperty'),
  deleteProperty: broken('deleteProperty'),
  isExtensible: broken('isExtensible'),
  preventExtensions: broken('preventExtensions'),
}

const withGetter = (target: object, name: PropertyKey): unknown =>
  Object.defineProperty(target, name, { get: broken(String(name)), enumerable: true, configurable: true })

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function cyclic(): unknown {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}

function causedByItself(): Error {
  const error = new Error('caused by itself')
  error.cause = error
  return error
}

/** Its rejection is caught: where a promise is only a value, waiting for it is the application's matter. */
function contained(promise: Promise<unknown>): unknown {
  promise.catch(() => {})
  return promise
}

export const hostileValues: Readonly<Record<string, () => unknown>> = {
  'an object whose then throws when it is read': () => withGetter({}, 'then'),
  'a then that throws when it is called': () => ({ then: broken('then') }),
  'a then that settles three times': () => ({
    then(fulfilled: (value: unknown) => void, rejected: (error: Error) => void) {
      fulfilled('first')
      rejected(new Error('second'))
      throw new Error('third')
    },
  }),
  'a promise whose then throws': () => Object.assign(Promise.resolve(1), { then: broken('own then') }),
  'a promise that rejects': () => contained(Promise.reject(new Error('rejected'))),
  'a promise that rejects with nothing': () => contained(Promise.reject()),
  'a proxy whose traps throw': () => new Proxy({}, everyTrap),
  'a proxied function whose traps throw': () => new Proxy(() => {}, everyTrap),
  'a proxied array whose traps throw': () => new Proxy([], everyTrap),
  'a proxied error whose traps throw': () => new Proxy(new Error('inner'), everyTrap),
  'a proxied promise': () => new Proxy(Promise.resolve(1), {}),
  'a revoked proxy': revoked,
  'a getter that throws': () => withGetter({}, 'a'),
  'a toJSON that throws': () => ({ toJSON: broken('toJSON') }),
  'a toString that throws': () => ({ toString: broken('toString') }),
  'a conversion that throws': () => ({ [Symbol.toPrimitive]: broken('toPrimitive') }),
  'a tag that throws': () => withGetter({}, Symbol.toStringTag),
  'an iterator that throws': () => ({ [Symbol.iterator]: broken('iterator'), [Symbol.asyncIterator]: broken('async') }),
  'a constructor that throws': () => withGetter(() => {}, 'constructor'),
  'an object without a prototype': () => Object.create(null),
  'a cycle': cyclic,
  'a symbol': () => Symbol('hostile'),
  'a bigint': () => 1n,
  'a number that is not one': () => Number.NaN,
  'a date that is not one': () => new Date(Number.NaN),
  'a line break': () => 'a\r\nx-injected: 1',
  'an empty text': () => '',
  'a text that is not Unicode': () => '\ud800',
  'a large text': () => 'x'.repeat(100_000),
  'a pipe that throws': () => ({ pipe: broken('pipe'), on: () => {}, once: () => {}, emit: () => {} }),
  'a pipe that throws when it is read': () => withGetter({}, 'pipe'),
  'a pipe that does nothing': () => ({ pipe: () => {} }),
  'a stream whose destroy throws': () => ({
    ...{ pipe: broken('pipe'), on: broken('on'), once: () => {}, removeListener: () => {} },
    destroy: broken('destroy'),
  }),
  'a reader that throws': () => ({ getReader: broken('getReader'), cancel: broken('cancel') }),
  'a reader that gives nothing': () => ({ getReader: () => ({ read: () => 1, cancel: () => 1 }), locked: false }),
  'a reader whose read throws': () => ({ getReader: () => ({ read: broken('read'), cancel: broken('cancel') }) }),
  'a response in name only': () => ({ [Symbol.toStringTag]: 'Response' }),
  'a response that is read': () => {
    const response = new Response('read')
    void response.text()
    return response
  },
  'an error whose status throws': () => withGetter(new Error('status'), 'statusCode'),
  'an error whose headers throw': () => withGetter(new Error('headers'), 'headers'),
  'an error whose header throws': () => Object.assign(new Error('header'), { headers: withGetter({}, 'x-a') }),
  'an error with a header that cannot be written': () => Object.assign(new Error('x'), { headers: { 'a b': '\n' } }),
  'an error whose message throws': () => withGetter(new Error('message'), 'message'),
  'an error whose stack throws': () => withGetter(new Error('stack'), 'stack'),
  'an error whose code throws': () => withGetter(new Error('code'), 'code'),
  'an error whose name throws': () => withGetter(new Error('name'), 'name'),
  'an error whose validation throws': () => withGetter(new Error('validation'), 'validation'),
  'an error whose cause throws': () => withGetter(new Error('cause'), 'cause'),
  'an error that is its own cause': causedByItself,
  'an error whose toJSON throws': () => Object.assign(new Error('json'), { toJSON: broken('toJSON') }),
  'a frozen error': () => Object.freeze(new Error('frozen')),
  'an error with a status that is not one': () => Object.assign(new Error('status'), { statusCode: 1n, status: '9' }),
  'an error whose message is a symbol': () => Object.assign(new Error('x'), { message: Symbol('message') }),
  'an error of validation in name only': () => Object.assign(new Error('x'), { validation: 1, validationContext: {} }),
  null: () => null,
  undefined: () => undefined,
}
