import { Controller, Get, Inject, Injectable, Schema } from 'alcove'
import { Database } from '../database/database.js'
import { TagList } from './schemas.js'

@Injectable()
export class Tags {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** The most used first. Like every list it has a maximum length. */
  async all(): Promise<readonly string[]> {
    const rows = await this.database
      .selectFrom('article_tags')
      .select('name')
      .groupBy('name')
      .orderBy(({ fn }) => fn.countAll(), 'desc')
      .orderBy('name')
      .limit(1000)
      .execute()
    return rows.map(({ name }) => name)
  }
}

@Controller('/tags')
export class TagController {
  constructor(private readonly tags: Tags) {}

  @Get()
  @Schema({
    tags: ['Tags'],
    summary: 'List tags, the most used first',
    response: { 200: TagList },
  })
  async all() {
    return { tags: [...(await this.tags.all())] }
  }
}
