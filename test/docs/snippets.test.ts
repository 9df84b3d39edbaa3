import { expect } from 'chai'
import { parsePage, readPages } from './markdown.js'
import { SnippetFiles } from './snippet-files.js'

describe('snippets in the documentation', function () {
  this.timeout(120_000)

  it('compile as a user would paste them, where they are marked ts', async () => {
    expect(await new SnippetFiles('checked').check(await readPages())).to.equal('')
  })

  it('are reported with page and line when they do not compile', async () => {
    const page = parsePage(
      'docs/page.md',
      'text\n\n```ts\nconst a: string = 1\n```\n\n```ts ignore\nconst b: string = 1\n```\n',
    )
    expect(await new SnippetFiles('broken').check([page])).to.match(
      /^docs\/page\.md\.4\.ts\(4,7\): error TS2322[^\n]*$/,
    )
  })
})
