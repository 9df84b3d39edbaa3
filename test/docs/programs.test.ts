import { expect } from 'chai'
import { isPromised } from '../samples/printed-lines.js'
import { type Fence, isTutorial, type Page, parsePage, readPages } from './markdown.js'
import { bodyOf, type Dialogue, runSnippets } from './run-snippets.js'
import { isProgram, SnippetFiles } from './snippet-files.js'
import { startOf } from './start-snippet.js'

interface Program {
  readonly page: Page
  readonly fence: Fence
  readonly dialogue: readonly Dialogue[]
  /** The output that the page shows. */
  readonly printed: readonly string[]
}

/** `curl …` or `npx wscat …`, and on the next line `# answer`, after which two blanks may begin a remark. */
function dialogueOf({ code }: Fence): readonly Dialogue[] {
  const found = [...code.matchAll(/^((?:curl|npx wscat) .*)(?:\n# (.*?)(?: {2,}.*)?$)?/gm)]
  return found.map(([line, request = '', promised]) => {
    if (promised === undefined) throw new Error(`no answer stands below ${line}`)
    return { request, promised }
  })
}

/**
 * Each program of a page with its blocks below it, up to the next. Pages of errors and of the tutorial have other
 * tests.
 */
function programsOf(page: Page): readonly Program[] {
  if (page.path.startsWith('docs/errors/') || isTutorial(page.path)) return []
  const starts = page.fences.filter(isProgram)
  const first = starts[0]?.line ?? Number.POSITIVE_INFINITY
  const [early] = page.fences.filter(({ info, line }) => info === 'sh' && line < first).flatMap(dialogueOf)
  if (early !== undefined) throw new Error(`${page.path}: no program stands above ${early.request}`)
  return starts.map((fence, index) => {
    const next = starts[index + 1]?.line ?? Number.POSITIVE_INFINITY
    const below = page.fences.filter(({ line }) => line > fence.line && line < next)
    return {
      page,
      fence,
      dialogue: below.filter(({ info }) => info === 'sh').flatMap(dialogueOf),
      printed: below.filter(({ info }) => info === 'text printed').map(({ code }) => code.trim()),
    }
  })
}

/** Ports are those that were free. */
function words(text: string): string {
  return text.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:3000').replace(/[ \t]+$/gm, '')
}

function isAnswer(promised: string, answer: string): boolean {
  return isPromised(promised, answer) || isPromised(promised, bodyOf(answer))
}

/** The differences between the results of programs and their pages. */
async function broken(name: string, pages: readonly Page[]): Promise<string> {
  const files = new SnippetFiles(name, ({ code }) => startOf(code))
  await files.compile(pages)
  const programs = pages.flatMap(programsOf)
  const runs = programs.map(({ page, fence, dialogue }) => ({
    file: files.compiled(page, fence),
    dialogue,
  }))
  const ends = await runSnippets(name, runs)
  const problems = programs.flatMap(({ page, fence, dialogue, printed }, index) => {
    const { thrown, output = '', answers = [] } = ends[index] ?? {}
    const where = `${page.path}:${fence.line}`
    return [
      ...(thrown ? [`${where} ${thrown.text}`] : []),
      ...printed
        .filter((text) => !words(output).includes(text))
        .map((text) => `${where} printed\n${output}\nand not\n${text}`),
      ...dialogue.flatMap(({ request, promised }, place) => {
        const answer = answers[place] ?? ''
        return isAnswer(promised, answer) ? [] : [`${where} ${request}\n  # ${promised}\n  but ${answer}`]
      }),
    ]
  })
  return problems.join('\n')
}

describe('programs in the documentation', function () {
  this.timeout(300_000)

  it('run to their end, print the text on their page, and answer requests as documented', async () => {
    expect(await broken('run', await readPages())).to.equal('')
  })

  it('are reported with what they did instead', async () => {
    const program =
      "import { createServer } from 'alcove/core'\nconst server = createServer()\nserver.get('/', () => 'a')"
    const text = [
      "```ts\nthrow new Error('broken')\n```",
      `\`\`\`ts\n${program}\nawait server.listen({ port: 3000 })\nconsole.log('one')\n\`\`\``,
      '```text printed\ntwo\n```',
      '```sh\ncurl localhost:3000/\n# a\ncurl localhost:3000/\n# b   a remark\n```',
    ].join('\n\n')
    const problems = await broken('run-broken', [parsePage('docs/page.md', text)])
    expect(problems).to.match(/^docs\/page\.md:2 Error: broken/)
    expect(problems).to.include('docs/page.md:6 printed\none\n')
    expect(problems).to.include('docs/page.md:6 curl localhost:3000/\n  # b\n  but 200 a')
    expect(problems).not.to.include('# a\n')
  })

  it('end with a message where a line below them is none that a shell would take', async () => {
    const text = "```ts\nconsole.log('one')\n```\n\n```sh\ncurl localhost:3000/?a=b\n# c\n```"
    const problem = await broken('run-shell', [parsePage('docs/page.md', text)]).catch(String)
    expect(problem).to.include('a shell would not take localhost:3000/?a=b')
  })
})
