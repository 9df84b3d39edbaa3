import { Ajv } from 'ajv'
import Ajv6 from 'ajv6'
import { expect } from 'chai'
import { checkValidatorEngine } from '#dist/schema/engines/engine-options.js'
import { thrownBy } from './compile.js'

const check = (version: 6 | 8, keywords: unknown) =>
  checkValidatorEngine({ version, customOptions: { keywords } }, () => {})

describe('the check of the option customOptions.keywords', () => {
  const wrong: Record<string, [keywords: unknown, message: RegExp]> = {
    'a name': ['even', /keywords is the string "even"/],
    'a pair of a name and a definition': [[['even', { validate: () => true }]], /keywords\[0\] is an array/],
    'a definition without a name': [[{ validate: () => true }], /keywords\[0\] has no name in "keyword"/],
    'a number in the list': [['even', 5], /keywords\[1\] is number 5/],
    'a name with spaces': [['not a name'], /keywords\[0\] has the name the string "not a name"/],
    'an object as a second name': [[{ keyword: ['even', {}] }], /keywords\[0\]\.keyword is an object/],
    'a check that is no function': [[{ keyword: 'even', validate: 7 }], /keywords\[0\]\.validate is number 7/],
    'a number as a definition': [{ even: 5 }, /keywords\.even is number 5/],
    'a name of JSON Schema': [['type'], /keywords\[0\] defines "type", which the validator defines itself\. Remove it/],
    'a definition of a keyword of JSON Schema': [
      [{ keyword: ['even', 'oneOf'] }],
      /keywords\[0\]\.keyword defines "oneOf"/,
    ],
    'such a name in an object': [{ nullable: { validate: () => true } }, /keywords defines "nullable"/],
    'a name twice': [['even', { keyword: 'even' }], /keywords\[1\]\.keyword defines "even" a second time\. Remove one/],
  }

  for (const version of [6, 8] as const) {
    for (const [what, [keywords, message]] of Object.entries(wrong)) {
      it(`refuses ${what} under version ${version}, and names the option and the entry`, () => {
        const error = thrownBy(() => check(version, keywords))
        expect(error.code).to.equal('ALC_ERR_VALIDATOR_KEYWORDS')
        expect(error.message)
          .to.match(message)
          .and.to.match(/^validatorengine\.customOptions\./)
      })
    }

    it(`refuses each keyword that version ${version} defines itself`, () => {
      const validator = version === 6 ? new Ajv6({ nullable: true }) : new Ajv()
      const { keywords } = Reflect.get(validator, 'RULES') as { keywords: object } // the types of version 6 omit it
      for (const name of Object.keys(keywords))
        expect(() => check(version, [name]), name).to.throw('which the validator defines itself')
    })

    it(`takes the keywords that version ${version} takes`, () => {
      const validate = () => true
      const even = { keyword: ['even', 'odd'], validate }
      for (const keywords of [undefined, [], ['note', even], { even: { validate } }]) check(version, keywords)
    })
  }
})
