import { readFileSync } from '../packages/node.cjs'
import { lazy } from './lazy.js'
import { readProperty } from './values.js'

/** The folder of this package. It is null inside a bundle of the application, which has no such folder. */
export const ownPackage = lazy((): URL | null => {
  const here: string | undefined = import.meta.url // undefined in bundles of the CommonJS format
  if (here === undefined) return null
  try {
    const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', here), 'utf8'))
    return readProperty(manifest, 'name') === 'alcove' ? new URL('../../', here) : null
  } catch {
    return null // no such file, or no permission to read it
  }
})
