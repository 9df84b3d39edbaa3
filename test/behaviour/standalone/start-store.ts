/** `node start-store.js <version> <artefact>`: prints what the store answers when it is started with an artefact. */
import { answersOf, optionsFor } from './store.js'

const [version = '6', artefact = ''] = process.argv.slice(2)
const given = artefact === '' ? {} : { precompiled: await import(artefact) }
try {
  console.log(JSON.stringify(await answersOf({ ...optionsFor(version === '8' ? 8 : 6), ...given })))
} catch (error) {
  console.log(JSON.stringify(Reflect.get(Object(error), 'code')))
}
