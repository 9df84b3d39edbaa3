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
      'guide/validation-and-serialization',
      'guide/errors',
      'guide/injection',
      'guide/hooks',
      'guide/plugins',
      'guide/types',
      'guide/testing',
    ],
  },
  {
    text: 'Tools',
    pages: ['guide/command-line', 'guide/inspector', 'guide/ahead-of-time'],
  },
  {
    text: 'Running',
    pages: ['guide/production', 'guide/performance', 'guide/deployment', 'reliability', 'security'],
  },
  {
    text: 'Coming from elsewhere',
    pages: ['guide/from-fastify', 'guide/from-nest'],
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
