/**
 * What the serializer writes begins with declarations that are the same for nearly every schema, and twice as long as
 * what follows. Serializers with the same beginning are written below it, as functions that make them.
 */
export class SerializerWriter {
  readonly #groups = new Map<string, { group: number; members: string[] }>()

  /** Takes the body of a module, and gives where its serializer is to be found. */
  add(body: string): WrittenPlace {
    const { head, rest } = divide(body)
    const known = this.#groups.get(head) ?? { group: this.#groups.size, members: [] }
    this.#groups.set(head, known)
    return { group: known.group, member: known.members.push(rest) - 1 }
  }

  /** Bodies of modules, each exporting a list of functions that make a serializer. */
  write(): string[] {
    return [...this.#groups].map(([head, { members }]) => {
      const makers = members.map((rest) => `() => {\n${rest}\n}`).join(',\n')
      return head === '' ? `module.exports = [${makers}]` : `${head}\nreturn [\n${makers}\n]\n}(validator, serializer)`
    })
  }
}

export interface WrittenPlace {
  group: number
  member: number
}

/** The serializer writes a function that declares what it needs, then its own functions, and returns the first. */
const parts = /^(.*?\n\s*const JSON_STR_NULL = 'null'\n)(.*?return main)\s*\}\(validator, serializer\)\s*$/s

function divide(body: string): { head: string; rest: string } {
  const [, head, rest] = parts.exec(body) ?? []
  if (head === undefined || rest === undefined) return { head: '', rest: `${body}\nreturn module.exports` }
  return { head: withoutIndentation(head), rest: withoutIndentation(rest) }
}

/** Only in a template could a line of code begin with spaces that mean something. */
function withoutIndentation(code: string): string {
  return code.includes('`') ? code : code.replace(/\n[ \t\n]+/g, '\n')
}
