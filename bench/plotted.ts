/** The workloads in the picture and short tables of the documentation, each with the row that has its figure. */
export const plotted = {
  W1: 'GET, small JSON by schema',
  W3: 'POST 1 KB nested, validated and serialized',
  R1000: 'start with 1000 routes',
} as const

export const plottedWorkloads: readonly string[] = Object.keys(plotted)
/** The servers that an application with decorators runs on. */
export const plottedKind = 'decorated'
/** The pages with a table of these rows. */
export const plottedPages = ['README.md', 'docs/index.md', 'docs/internals/performance.md'] as const
export const plottedPicture = 'docs/images/speed.svg'
