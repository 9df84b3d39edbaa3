// How the search of the site ranks. The browser gets the functions as text, so none may use a name from outside of itself.
import { keywords } from './keywords.js'

const fields = ['title', 'titles', 'text', 'keywords']

/** The keywords of a page belong to its first section, the one below its title. An error is looked for by its code. */
function extractField(section, field) {
  if (field !== 'keywords') return section[field]
  const [page, anchor] = section.id.replace(/^\//, '').split('#')
  if (section.titles.length > 0 || anchor === undefined) return ''
  const path = page.replace(/\.html$/, '')
  const code = path.startsWith('errors/') ? path.slice('errors/'.length) : ''
  return `${code} ${keywords[path] ?? ''}`
}

/** Words of a question that say nothing of its subject, and the plural. */
function processTerm(term) {
  const word = term.toLowerCase()
  const empty =
    ' a about an and any are as at be by can do does for from get how i in into is it make me my of on or set should that the this to use what when where which why with write '
  return empty.includes(` ${word} `) ? null : word
}

/** A page that teaches comes before one that lists, and that one before the comments of the code. */
function boostDocument(id) {
  const weights = {
    guide: 1.5,
    recipes: 1.5,
    reference: 1,
    'from-fastify': 0.8,
    'from-nest': 0.8,
    errors: 0.6,
    internals: 0.3,
    api: 0.4,
  }
  return weights[id.split('/')[1]] ?? 1
}

export const search = {
  provider: 'local',
  options: {
    miniSearch: {
      options: { fields, extractField },
      searchOptions: {
        boost: { keywords: 8, title: 4, text: 1, titles: 1 },
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        prefix: (term) => term.length > 2,
        processTerm,
        boostDocument,
      },
    },
  },
}
