import { httpErrors } from '@fastify/sensible'
import { Injectable } from 'alcove'
import type { Cat } from './cat.js'

@Injectable()
export class CatsService {
  readonly #cats: Cat[] = []

  create(cat: Cat): Cat {
    this.#cats.push(cat)
    return cat
  }

  findAll(): readonly Cat[] {
    return this.#cats
  }

  /** @throws 404 where there are not as many cats */
  findOne(position: number): Cat {
    const cat = this.#cats[position - 1]
    if (cat === undefined) throw httpErrors.notFound(`There is no cat ${position}`)
    return cat
  }
}
