import { readFileSync } from 'node:fs'
import { lazy } from './lazy.js'
import { readProperty } from './values.js'

/** The folder of this package. Null inside a bundle of the application: there is no such folder beside that file. */
export const ownPackage = lazy((): URL | null => {
  const here: string | undefined = import.meta.url // bundles in the CommonJS format have none
  if (here === undefined) return null
  try {
    const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', here), 'utf8'))
    return readProperty(manifest, 'name') === 'alcove' ? new URL('../../', here) : null
  } catch {
    return null // no such file, or no permission to read it
  }
})
