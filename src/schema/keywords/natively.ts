import { type Natively, nativelyKeyword } from '../model/native-branches.js'
import { type Keyword, verbs } from './keyword.js'

/** Our own: keeps a value of a body from being coerced to the type of another branch, see `native-branches.ts`. */
export const natively: Keyword = {
  name: nativelyKeyword,
  groups: ['any'],
  isData: true,
  removesAhead: () => true,
  emit: (value, check) => {
    const { own, others } = value as Natively // we wrote it
    const test = `isForeign(${check.value}, ${JSON.stringify(own)}, ${JSON.stringify(others)})`
    return `if (${test}) ${check.fail(nativelyKeyword, own.join(','))}`
  },
  error: (type: string, version) => ({
    params: { type },
    message: `${verbs[version]} be ${type}`,
    keyword: 'type',
  }),
}
