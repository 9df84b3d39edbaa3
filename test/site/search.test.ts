import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { useSite } from './browser.js'

/** Queries, each with the page that must be found first. */
const queries = {
  guard: 'guide/guards',
  'how to write a guard': 'guide/guards',
  'why 415': 'errors/FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'environment variables': 'recipes/settings',
  'typed client': 'recipes/client',
  'deploy to lambda': 'recipes/serverless',
  'mock a provider': 'guide/testing',
  cors: 'recipes/cors',
  'upload a file': 'recipes/upload',
  websocket: 'recipes/websockets',
  'rate limit': 'recipes/limits',
  'error handler': 'guide/errors',
  'shared schema': 'guide/shared-schemas',
  'migrate from nest': 'from-nest/overview',
  'health check': 'guide/production',
  'dependency injection': 'guide/injection',
  middleware: 'guide/hooks',
  docker: 'guide/deployment',
  swagger: 'recipes/openapi',
  'cron job': 'recipes/scheduled',
  login: 'recipes/authentication',
  'how do I install it': 'guide/getting-started',
  'log the request id': 'recipes/logging',
  'database connection': 'recipes/database',
  interceptor: 'guide/around',
  'exception filter': 'guide/errors',
  'code assistant': 'guide/agents',
  webhook: 'recipes/webhooks',
  'raw body': 'recipes/webhooks',
  'verify a signature': 'recipes/webhooks',
  'multi tenant': 'recipes/tenants',
  'durable provider': 'recipes/tenants',
  'global prefix': 'guide/modules-and-contexts',
  'graceful shutdown': 'guide/production',
  'circular dependency': 'guide/injection',
  'request scoped provider': 'guide/injection',
  'server-sent events': 'recipes/streaming',
  versioning: 'recipes/versions',
  monorepo: 'recipes/projects',
  'custom decorator': 'guide/around',
  'parameter decorator': 'guide/controllers',
  'override a guard in a test': 'guide/testing',
  'validation error format': 'guide/errors',
  'transaction per request': 'recipes/transactions',
  opentelemetry: 'recipes/metrics',
  prometheus: 'recipes/metrics',
  pagination: 'recipes/pagination',
  'generic response': 'recipes/pagination',
  'role based access': 'guide/guards',
  'public route': 'guide/around',
  'request id': 'recipes/logging',
  'redact password in logs': 'recipes/logging',
  esm: 'recipes/projects',
  'hot reload': 'guide/command-line',
  'exclude a route from a guard': 'guide/around',
  'read only env': 'recipes/settings',
  'body size limit': 'guide/production',
  timeout: 'guide/production',
  tutorial: 'guide/tutorial',
  'create a project': 'guide/new-project',
  ALC_ERR_VALUE_INVISIBLE: 'errors/ALC_ERR_VALUE_INVISIBLE',
}

/** The pages that a search finds, best first. */
async function find(page: Page, words: string): Promise<readonly string[]> {
  const input = page.locator('#localsearch-input')
  const results = page.locator('.VPLocalSearchBox .result')
  await input.fill('')
  await results.first().waitFor({ state: 'detached' })
  await input.fill(words)
  await results.first().waitFor()
  const links = await results.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return links.map((link) => link.replace(/^\//, '').replace(/\.html.*$/, ''))
}

describe('the search of the site', function () {
  this.timeout(120_000)

  const open = useSite()

  it('finds the page of a task first', async () => {
    const page = await open('/guide/contexts.html')
    await page.getByRole('button', { name: 'Search' }).first().click()
    const wrong: string[] = []
    for (const [words, expected] of Object.entries(queries)) {
      const found = await find(page, words)
      if (found[0] !== expected) wrong.push(`"${words}" finds ${found.slice(0, 3).join(', ')} before ${expected}`)
    }
    expect(wrong.join('\n')).to.equal('')
  })

  it('finds the comments of an export after the pages that teach it', async () => {
    const page = await open('/guide/contexts.html')
    await page.getByRole('button', { name: 'Search' }).first().click()
    const found = await find(page, 'PluginWrapped')
    expect(found[0]).to.match(/^guide\//)
    expect(found).to.include('api/modules')
  })
})
