/** The names of users and articles that requests and the database share. */
export const userCount = 20
export const articleCount = 200
export const password = 'a password of the bench'
export const jwtSecret = 'a secret of the bench, which is long enough'

export function userId(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
}

export function userName(index: number): string {
  return `user${index}`
}

export function emailOf(index: number): string {
  return `${userName(index)}@example.org`
}

export function slugOfArticle(index: number): string {
  return `article-${index}`
}

export function tagOf(index: number): string {
  return `tag${index % 12}`
}
