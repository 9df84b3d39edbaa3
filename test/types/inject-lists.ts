// The option `inject` beside the constructor that it names the parameters of. It is compiled, not run.
import { Controller, contextValue, Injectable, lazy, Module, requestValue, token } from 'alcove'

const Answer = requestValue<number>('answer')
const Region = contextValue<string>('region')
const Clock = token<() => number>('clock')

@Injectable()
class Users {
  private readonly all: string[] = []
  count() {
    return this.all.length
  }
}

@Injectable({ scope: 'request', inject: [Users, Answer, Region.optional, lazy(() => Users), 'bare'] })
class Right {
  constructor(
    readonly users: Users,
    readonly answer: number,
    readonly region: string | undefined,
    readonly later: Users,
    readonly bare: Date,
  ) {}
}

@Controller({ prefix: '/x', inject: [Clock] })
class RightController {
  constructor(
    readonly clock: () => number,
    readonly rest = 1,
  ) {}
}

@Module({ providers: [Users], inject: [Users] })
class RightModule {
  constructor(readonly users: Users) {}
}

@Injectable({ inject: [] })
class Nothing {}

// @ts-expect-error: the token is a number
@Injectable({ inject: [Answer] })
class WrongType {
  constructor(readonly answer: string) {}
}

// @ts-expect-error: the order is another one
@Controller({ inject: [Answer, Users] })
class WrongOrder {
  constructor(
    readonly users: Users,
    readonly answer: number,
  ) {}
}

// @ts-expect-error: one too few
@Module({ inject: [Users] })
class TooFew {
  constructor(
    readonly users: Users,
    readonly answer: number,
  ) {}
}

// @ts-expect-error: one too many
@Injectable({ inject: [Users, Answer] })
class TooMany {
  constructor(readonly users: Users) {}
}

// @ts-expect-error: undefined is not a number
@Injectable({ inject: [Answer.optional] })
class NotOptional {
  constructor(readonly answer: number) {}
}

export { Nothing, NotOptional, Right, RightController, RightModule, TooFew, TooMany, WrongOrder, WrongType }
