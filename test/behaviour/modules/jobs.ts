import { Controller, collection, Get, Inject, Injectable } from 'alcove'

export interface Job {
  readonly name: string
}

export const Jobs = collection<Job>('jobs')

export function jobNamed(name: string): new () => Job {
  @Injectable()
  class AJob implements Job {
    readonly name = name
  }
  return AJob
}

/** Answers with the names of the jobs that it sees. */
@Controller('/jobs')
export class JobController {
  @Get()
  all(@Inject(Jobs) jobs: readonly Job[]) {
    return jobs.map(({ name }) => name)
  }
}
