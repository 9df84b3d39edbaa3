import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { defineConfig } from 'vitepress'
import { navigation } from '../navigation.js'

const pages = join(import.meta.dirname, '..', 'build')

function titleOf(page) {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(pages, `${page}.md`), 'utf8')) ?? []
  return title.replaceAll(/[`*\\]/g, '')
}

function pagesIn(folder) {
  const names = readdirSync(join(pages, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => `${folder}/${name.slice(0, -'.md'.length)}`).sort()
}

const sidebar = navigation.map(({ text, pages: listed, folder }) => ({
  text,
  collapsed: folder !== undefined,
  items: (listed ?? pagesIn(folder)).map((page) => ({ text: titleOf(page), link: `/${page}` })),
}))

/** As GitHub makes them, where the same pages are read: lower case, no punctuation, blanks to hyphens. */
function slugify(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** Files beside docs, such as SECURITY.md, are no pages of the site: their links become plain text. */
function unlinkFiles(md) {
  md.core.ruler.push('files of the repository', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isFile = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') isFile = isOutside(token.attrGet('href'), env.relativePath)
        if (!isFile || !token.type.startsWith('link_')) continue
        token.type = token.type.replace('link', 'file')
        token.tag = 'span'
        token.attrs = []
      }
    }
  })
}

function isOutside(href, page) {
  if (href === null || /^(?:[a-z]+:|#|\/)/i.test(href)) return false
  return posix.join(posix.dirname(page), href).startsWith('..')
}

export default defineConfig({
  title: 'alcove',
  description:
    'A decorator-based class framework for HTTP servers on Node, in which every module is an encapsulation context',
  srcDir: 'build',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  metaChunk: true,
  markdown: { anchor: { slugify }, config: unlinkFiles, languageAlias: { mjs: 'js' } },
  themeConfig: {
    sidebar,
    nav: [
      { text: 'Guide', link: '/guide/contexts' },
      { text: 'Recipes', link: '/recipes/overview' },
      { text: 'Reference', link: '/reference/exports' },
      { text: 'Errors', link: '/reference/errors' },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
})
