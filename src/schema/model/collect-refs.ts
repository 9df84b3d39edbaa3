/** The `$id`s, of those that are known, to which `$ref`s in a plain schema point, in order and once each. */
export function collectRefs(schema: unknown, ids: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') found.add(inner)
      else visit(inner)
    }
  }
  visit(schema)
  const named = [...found].flatMap((ref) => ids.find((id) => ref === id || bare(ref) === bare(id)) ?? [])
  return [...new Set(named)]
}

/** A reference without its fragment. */
function bare(ref: string): string {
  return ref.split('#', 1)[0] || ref
}
