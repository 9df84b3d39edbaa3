// The order of the pages, for somebody who reads them from the first to the last. Pages that are named nowhere fail the build.
export const navigation = [
  {
    text: 'First steps',
    pages: [
      'guide/contexts',
      'guide/getting-started',
      'guide/modules-and-contexts',
      'guide/visibility',
      'guide/wrapping',
    ],
  },
  {
    text: 'Building',
    pages: [
      'guide/controllers',
      'guide/validation',
      'guide/shared-schemas',
      'guide/media-types',
      'guide/serialization',
      'guide/validators',
      'guide/errors',
      'guide/injection',
      'guide/hooks',
      'guide/plugins',
      'guide/types',
      'guide/testing',
    ],
  },
  { text: 'Recipes', pages: ['recipes/overview', 'recipes/upload'] },
  {
    text: 'Tools',
    pages: ['guide/command-line', 'guide/inspector', 'guide/ahead-of-time'],
  },
  {
    text: 'Running',
    pages: ['guide/production', 'guide/performance', 'guide/deployment', 'reliability', 'security'],
  },
  {
    text: 'From Fastify',
    pages: [
      'from-fastify/overview',
      'from-fastify/step-by-step',
      'from-fastify/values-and-errors',
      'from-fastify/what-differs',
    ],
  },
  {
    text: 'From Nest',
    pages: [
      'from-nest/overview',
      'from-nest/modules',
      'from-nest/controllers',
      'from-nest/guards',
      'from-nest/interceptors',
      'from-nest/life',
      'from-nest/step-by-step',
    ],
  },
  {
    text: 'Reference',
    pages: [
      'reference/exports',
      'reference/options',
      'reference/instance',
      'reference/request',
      'reference/reply',
      'reference/hooks',
      'reference/errors',
      'reference/command-line',
      'reference/fastify-differences',
      'reference/ecosystem',
    ],
  },
  { text: 'API', folder: 'api' },
  { text: 'Each error', folder: 'errors' },
  { text: 'Inside', folder: 'internals' },
]
