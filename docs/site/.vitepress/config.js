import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { defineConfig } from 'vitepress'
import { topics } from '../api-topics.js'
import { navigation } from '../navigation.js'
import { search } from '../search.js'
import { accessibleTheme } from './accessible-theme.js'

const pages = join(import.meta.dirname, '..', 'build')

function titleOf(page) {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(pages, `${page}.md`), 'utf8')) ?? []
  return title.replaceAll(/[`*\\]/g, '')
}

function pagesIn(folder) {
  if (folder === 'api') return ['api/index', ...topics.map(({ page }) => `api/${page}`)]
  const names = readdirSync(join(pages, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => `${folder}/${name.slice(0, -'.md'.length)}`).sort()
}

const sidebar = navigation.map(({ text, pages: listed, folder }) => ({
  text,
  collapsed: folder !== undefined,
  items: (listed ?? pagesIn(folder)).map((page) => ({ text: titleOf(page).replace(/^API: /, ''), link: `/${page}` })),
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

/** A page is rendered once for itself and once for the search, and highlighting takes most of that time. */
function highlightOnce(md) {
  const { highlight } = md.options
  const known = new Map()
  md.options.highlight = (...args) => {
    const key = JSON.stringify(args)
    if (!known.has(key)) known.set(key, highlight(...args))
    return known.get(key)
  }
}

function isOutside(href, page) {
  if (href === null || /^(?:[a-z]+:|#|\/)/i.test(href)) return false
  return posix.join(posix.dirname(page), href).startsWith('..')
}

/** The first page is read as a file, too. It has no settings of its own, and those of the site are here. */
function transformPageData(page) {
  if (page.relativePath === 'index.md') return { frontmatter: { ...page.frontmatter, layout: 'home' } }
  return {}
}

export default defineConfig({
  title: 'alcove',
  lang: 'en',
  description:
    'A decorator-based class framework for HTTP servers on Node, in which every module is an encapsulation context',
  srcDir: 'build',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  metaChunk: true,
  transformPageData,
  vite: { plugins: [accessibleTheme], build: { chunkSizeWarningLimit: 2000 } },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    config(md) {
      unlinkFiles(md)
      highlightOnce(md)
    },
    languageAlias: { mjs: 'js' },
  },
  themeConfig: {
    sidebar,
    nav: [
      { text: 'Guide', link: '/guide/contexts' },
      { text: 'Recipes', link: '/recipes/overview' },
      { text: 'Reference', link: '/reference/exports' },
      { text: 'Errors', link: '/reference/errors' },
      { text: 'API', link: '/api/index' },
    ],
    outline: [2, 3],
    search,
  },
})
