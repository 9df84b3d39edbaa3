import { randomBytes } from 'node:crypto'

/** Slugs that are paths of other routes. */
const reserved = new Set(['feed'])

/** A title as part of an address: letters and digits of any script, with hyphens between. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? ['article']).join('-').slice(0, 80).replace(/-$/, '')
}

/**
 * The slugs to try for a title, one after the other: first as it is, then with random endings. Two articles may have
 * the same title.
 */
export function* slugsOf(title: string): Generator<string, never> {
  const slug = slugOf(title)
  if (!reserved.has(slug)) yield slug
  while (true) yield `${slug}-${randomBytes(4).toString('hex')}`
}
