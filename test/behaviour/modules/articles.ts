import { Injectable, type Request, requestValue } from 'alcove'

export interface Article {
  id: number
  title: string
}

export class Missing extends Error {
  statusCode = 404
}

@Injectable()
export class Articles {
  calls = 0
  async find(id: number): Promise<Article> {
    this.calls += 1
    await new Promise((resolve) => setTimeout(resolve, 2))
    if (id !== 7) throw new Missing(`There is no article ${id}`)
    return { id, title: 'Emma' }
  }
}

export const idOf = (request: Request) => Number((request.params as { id: string }).id)
export const TheArticle = requestValue<Article>('article')
export const TheTitle = requestValue<string>('title')
