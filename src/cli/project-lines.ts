import type { ProjectChoices } from './project-choices.js'

/** The names that lines of a template may ask for. */
export function namesOf({ database, auth, tests }: ProjectChoices): ReadonlySet<string> {
  const isStored = database !== 'none'
  const isGuarded = auth !== 'none'
  const names = [
    isStored ? database : 'memory',
    isStored && 'stored',
    isGuarded ? auth : 'open',
    isGuarded && 'guarded',
    (isGuarded || database === 'postgres') && 'secret',
    (isGuarded || isStored) && 'configured',
    tests !== 'none' && tests,
    tests !== 'none' && 'tested',
  ]
  return new Set(names.filter((name) => name !== false))
}

/** A line `{jwt stored} text` is in a project that has both names, without its braces. Lines without braces are in all. */
export function chosenLines(template: string, names: ReadonlySet<string>): string {
  const lines = template.split('\n').flatMap((line) => {
    const [mark = '', wanted = ''] = /^\{([a-z ]+)\} /.exec(line) ?? []
    const isChosen = mark === '' || wanted.split(' ').every((name) => names.has(name))
    return isChosen ? [line.slice(mark.length)] : []
  })
  return lines.join('\n')
}
