import { readdir, readFile } from 'node:fs/promises'
import { inRepository } from '../support/repository.js'

export interface Fence {
  /** The text after the three backticks: `ts`, `ts ignore`, `sh`. */
  readonly info: string
  /** The line of the page (from 1) on which the code begins. */
  readonly line: number
  readonly code: string
}

export interface Page {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
  /** The text without fenced code, the lines keep their numbers. */
  readonly prose: string
  readonly fences: readonly Fence[]
}

const fence = /^([ \t]*)(`{3,})([^\n`]*)\n([\s\S]*?)^[ \t]*\2`*[ \t]*$/gm

function toFence(text: string, match: RegExpExecArray): Fence {
  const [, indent = '', , info = '', code = ''] = match
  return {
    info: info.trim(),
    line: text.slice(0, match.index).split('\n').length + 1,
    code: code
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .join('\n'),
  }
}

export function parsePage(path: string, text: string): Page {
  return {
    path,
    text,
    prose: text.replace(fence, (code) => code.replace(/[^\n]/g, '')),
    fences: [...text.matchAll(fence)].map((match) => toFence(text, match)),
  }
}

export async function readPage(path: string): Promise<Page> {
  return parsePage(path, await readFile(inRepository(path), 'utf8'))
}

/** Its pages build one project, which a test of their own does. */
export function isTutorial(path: string): boolean {
  return /^docs\/guide\/tutorial(?:-\w+)?\.md$/.test(path)
}

async function pagesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(inRepository(folder))
  return names.filter((name) => name.endsWith('.md')).map((name) => (folder === '.' ? name : `${folder}/${name}`))
}

/** README, CONTRIBUTING, CHANGELOG and every page below docs; what makes a site of them holds none. */
export async function readPages(): Promise<readonly Page[]> {
  const entries = await readdir(inRepository('docs'), { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'site')
  const paths = await Promise.all(['.', 'docs', ...folders.map(({ name }) => `docs/${name}`)].map(pagesIn))
  return Promise.all(paths.flat().sort().map(readPage))
}

/** The targets of all links and images of a page, in the order of the page. */
export function linksOf(page: Page): readonly string[] {
  const prose = page.prose.replace(/`[^`\n]*`/g, '')
  const forms = /\]\(\s*<?([^)\s>]+)>?(?:\s+["'][^)]*)?\s*\)|^\s*\[[^\]]+\]:\s*(\S+)|\b(?:href|src|srcset)="([^"]+)"/gm
  return [...prose.matchAll(forms)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** The anchors that a page's headings make: lower case, no punctuation, blanks to hyphens, repeated ones numbered. */
export function anchorsOf(page: Page): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, title = ''] of page.prose.matchAll(/^#{1,6}[ \t]+(.+?)[ \t]*#*$/gm)) {
    const slug = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    let anchor = slug
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
    anchors.add(anchor)
  }
  for (const [, id = ''] of page.prose.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)) anchors.add(id)
  return anchors
}

/** The program on a page, not compiled there, that imports a module. */
export function importing(fences: readonly Fence[], module: string): string {
  const found = fences.find(({ info, code }) => info === 'text' && code.includes(`from '${module}'`))
  if (found === undefined) throw new Error(`no test on the page imports ${module}`)
  return found.code
}
