const token = "[!#$%&'*+\\-.^`|~\\w]+"
// Each `;` owns the blanks after it, and each parameter owns its own. No two parts can match the same blank, so
// matching is linear.
const parameter = `${token}=(?:"(?:[^"\\\\]|\\\\.)*"|[^\\s;,"]+)[ \\t]*`
const mediaType = new RegExp(`^[ \\t]*(${token}/${token})[ \\t]*(?:;[ \\t]*(?:${parameter})?)*$`)

/**
 * The media type of a `Content-Type` value, in lower case and without parameters (RFC 9110, 8.3.1).
 * `''` when the value is missing or malformed: a comma list, no subtype, a parameter without a value.
 */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  if (contentType === 'application/json') return contentType
  return mediaType.exec(contentType)?.[1]?.toLowerCase() ?? ''
}

/** The declaration for a media type: for the type itself, for its kind (`image/*`), or for any. */
export function declaredFor<T>(declared: ReadonlyMap<string, T>, mediaType: string): T | undefined {
  return (
    declared.get(mediaType) ?? declared.get(`${mediaType.slice(0, mediaType.indexOf('/'))}/*`) ?? declared.get('*/*')
  )
}
