import { Body, bootstrap, Controller, Get, Guard, Module, Post, shared } from 'alcove'
import { expect } from 'chai'
import { failureOf } from '../behaviour/core/subject.js'
import { readPage } from './markdown.js'

/** Line breaks of a page are where its lines end. */
function joined(text: string): string {
  return text.replace(/\s+/g, ' ')
}

describe('the README', () => {
  it('shows the tree of its example', async () => {
    @Controller('/accounts')
    class Accounts {
      @Get() list() {}
    }
    @Guard((request, reply) => request.headers['x-key'] === 'secret' || reply.code(401).send())
    @Module({ controllers: [Accounts] })
    class AccountsModule {}
    @Controller('/news')
    class News {
      @Get() list() {}
    }
    @Module({ controllers: [News] })
    class NewsModule {}
    @Module({ imports: [AccountsModule, NewsModule] })
    class AppModule {}

    const app = bootstrap(AppModule)
    await app.ready()
    expect((await readPage('README.md')).text).to.contain(`\`\`\`text\n${app.printTree().trimEnd()}\n`)
    await app.close()
  })

  it('shows the error of a schema of a sibling word for word', async () => {
    const Order = shared('order', { type: 'object', properties: { id: { type: 'integer' } } })
    @Controller('/orders')
    class Orders {
      @Post() add(@Body(Order.ref) _order: object) {}
    }
    @Module({ controllers: [Orders] })
    class ShopModule {}
    @Module({ schemas: [Order] })
    class StockModule {}
    @Module({ imports: [ShopModule, StockModule] })
    class AppModule {}

    const { message } = await failureOf(bootstrap(AppModule).ready())
    expect(joined((await readPage('README.md')).text)).to.contain(`\`\`\`text ${message} \`\`\``)
  })

  it('begins with the program of the first page of the site', async () => {
    const [readme, first] = await Promise.all(['README.md', 'docs/index.md'].map(readPage))
    const programs = [readme, first].map((page) => page?.fences.find(({ info }) => info === 'ts')?.code)
    expect(programs[0]).to.include('@Guard(')
    expect(programs[1]).to.equal(programs[0])
  })
})
