// Collections and decorators of members, beside what they are filled with and injected into. It is compiled, not run.
import { collection, type DecoratedMember, Inject, Injectable, Module, memberDecorator, provide, token } from 'alcove'

interface Job {
  run(): Promise<void>
}

const Jobs = collection<Job>('jobs')
const Ports = collection<number>('ports')
const Cron = memberDecorator<[pattern: string, options?: { utc: boolean }]>('cron')
const Tool = memberDecorator('tool')

@Injectable()
class Cleanup implements Job {
  async run() {}

  @Cron('* * * * *')
  @Cron('* * * * *', { utc: true })
  @Tool()
  private tidy() {
    return 1
  }

  // @ts-expect-error: the pattern is missing
  @Cron()
  // @ts-expect-error: the pattern is a string
  @Cron(5)
  // @ts-expect-error: this decorator takes nothing
  @Tool('name')
  wrong() {
    return this.tidy()
  }
}

@Injectable()
class NotAJob {}

Jobs.add(Cleanup)
Jobs.add(provide('nightly', { useValue: new Cleanup() }))
Jobs.add(provide(token<Job>('weekly'), { useAsync: async () => new Cleanup() }))
Ports.add(provide('http', { useValue: 80 }))
// @ts-expect-error: the class has no run
Jobs.add(NotAJob)
// @ts-expect-error: the value has no run
Jobs.add(provide('wrong', { useValue: {} }))
// @ts-expect-error: a number is not a class or provider
Ports.add(80)

@Injectable()
class Scheduler {
  constructor(
    @Inject(Jobs) readonly jobs: readonly Job[],
    @Inject(Cron.members()) readonly members: readonly DecoratedMember<[pattern: string, options?: { utc: boolean }]>[],
    @Inject(Cron.members()) readonly loose: readonly DecoratedMember[],
    @Inject(Jobs.optional) readonly maybe: readonly Job[] | undefined,
  ) {}
}

@Injectable()
class Wrong {
  constructor(
    // @ts-expect-error: the list is frozen
    @Inject(Jobs) readonly jobs: Job[],
    // @ts-expect-error: it is a list
    @Inject(Jobs) readonly job: Job,
    // @ts-expect-error: the first argument is a string
    @Inject(Cron.members()) readonly members: readonly DecoratedMember<[pattern: number]>[],
  ) {}
}

@Injectable({ inject: [Jobs, Cron.members()] })
class Named {
  constructor(
    readonly jobs: readonly Job[],
    readonly members: readonly DecoratedMember[],
  ) {}
}

@Module({ collects: [Jobs, Ports, Cron, Tool], providers: [Jobs.add(Cleanup), Scheduler, Wrong, Named] })
class App {}

// @ts-expect-error: a class is not a collection
@Module({ collects: [Cleanup] })
class WrongModule {}

export { App, WrongModule }
