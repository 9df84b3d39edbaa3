import { expect } from 'chai'
import { readPage } from './markdown.js'
import { differences, listedNames, sectionOf } from './sections.js'
import { membersOf } from './source-names.js'

interface Listing {
  readonly page: string
  /** `null`: the whole page. */
  readonly section: string | null
  /** Interfaces by file and name. */
  readonly of: readonly (readonly [file: string, name: string])[]
}

const methods = 'src/contracts/instance-methods.ts'
const options = 'docs/reference/options.md'
const server = 'src/contracts/server-options.ts'
const route = 'src/contracts/route.ts'

const listings: readonly Listing[] = [
  {
    page: 'docs/reference/instance.md',
    section: null,
    of: [
      ['src/contracts/instance.ts', 'Instance'],
      [methods, 'RouteMethods'],
      [methods, 'DecorationMethods'],
      [methods, 'SchemaMethods'],
      [methods, 'RequestMethods'],
    ],
  },
  { page: 'docs/reference/request.md', section: null, of: [['src/contracts/request.ts', 'Request']] },
  { page: 'docs/reference/reply.md', section: null, of: [['src/contracts/reply.ts', 'Reply']] },
  {
    page: 'docs/reference/hooks.md',
    section: 'Hooks of a request',
    of: [['src/contracts/hooks.ts', 'LifecycleHooks']],
  },
  {
    page: 'docs/reference/hooks.md',
    section: 'Hooks of the application',
    of: [['src/contracts/hooks.ts', 'ApplicationHooks']],
  },
  { page: options, section: 'Server', of: [[server, 'ServerOptions']] },
  { page: options, section: 'gracefulShutdown', of: [[server, 'GracefulShutdownOptions']] },
  { page: options, section: 'health', of: [[server, 'HealthOptions']] },
  { page: options, section: 'Router', of: [[server, 'RouterOptions']] },
  {
    page: options,
    section: 'Default validator',
    of: [['src/contracts/validator-options.ts', 'ValidatorEngineOptions']],
  },
  { page: options, section: 'bootstrap', of: [['src/modules/bootstrap.ts', 'BootstrapOptions']] },
  { page: options, section: 'listen', of: [[server, 'ListenOptions']] },
  { page: options, section: 'Module', of: [['src/modules/decorators/module.ts', 'ModuleOptions']] },
  {
    page: options,
    section: 'Route',
    of: [
      [route, 'RouteShorthandOptions'],
      [route, 'RouteOptions'],
    ],
  },
]

describe('reference pages', () => {
  for (const { page, section, of } of listings) {
    const names = of.map(([, name]) => name).join(' and ')
    it(`list the members of ${names}, and nothing else (${page})`, async () => {
      const read = await readPage(page)
      const listed = listedNames(section === null ? read.prose : sectionOf(read, section))
      const real = new Set((await Promise.all(of.map(([file, name]) => membersOf(file, name)))).flat())
      expect(differences(listed, [...real])).to.deep.equal([])
    })
  }
})
