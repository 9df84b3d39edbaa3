// Messages of your own (keyword `errorMessage`), and messages in the language of the client.
// Start it: npm run build:all && node build/samples/error-messages/main.js
import errorMessages from 'ajv-errors-6' // release 1.0.1: later ones need version 8 of the validator
import localize from 'ajv-i18n-6'
import {
  bootstrap,
  Controller,
  ErrorHandler,
  Module,
  Post,
  type Reply,
  type Request,
  Schema,
  type SchemaFailure,
  ValidationError,
} from 'alcove'
import { startWhenMain } from '../start.js'

const name = { type: 'string', minLength: 2 }
const age = { type: 'integer', minimum: 0 }

/** The messages alone: by default each begins with the part and the path. */
function messagesAlone(failures: SchemaFailure[]): Error {
  return new Error(failures.map(({ message }) => message).join('. '))
}

@Controller({ schemaErrorFormatter: messagesAlone })
class OwnWords {
  @Post('/own-words')
  @Schema({
    body: {
      type: 'object',
      required: ['name'],
      properties: {
        name: { ...name, errorMessage: { minLength: 'Two letters at least, please', type: 'A name is a text' } },
        age: { ...age, errorMessage: 'An age is a whole number, and not below zero' },
      },
      errorMessage: { required: { name: 'Who are you?' } },
    },
  })
  create() {
    return 'welcome'
  }
}

const languages = { de: localize.de, es: localize.es, fr: localize.fr, ja: localize.ja }

@Controller()
class Localized {
  @Post('/localized')
  @Schema({ body: { type: 'object', required: ['name'], properties: { name, age } } })
  create() {
    return 'welcome'
  }

  // `error.validation` is the list of failures of the validator: the plugin rewrites their messages.
  @ErrorHandler(ValidationError)
  translate(
    error: ValidationError,
    request: Request<{ headers: { 'accept-language': { type: 'string' } } }>,
    reply: Reply,
  ) {
    const language = languageOf(request.headers['accept-language'])
    if (language !== undefined) languages[language](error.validation)
    const messages = error.validation.map(({ dataPath, message }) => `${dataPath} ${message}`.trim())
    return reply
      .code(400)
      .header('content-language', language ?? 'en')
      .send({ messages })
  }
}

function languageOf(accepted: string | undefined): keyof typeof languages | undefined {
  const [wanted] = (accepted ?? '').split(/[-,;]/)
  return wanted === 'de' || wanted === 'es' || wanted === 'fr' || wanted === 'ja' ? wanted : undefined
}

@Module({ controllers: [OwnWords, Localized] })
class AppModule {}

export const app = bootstrap(AppModule, {
  validatorengine: {
    // The plugin needs both. With `allErrors` a large body can cause many failures: limit sizes.
    customOptions: { jsonPointers: true, allErrors: true },
    plugins: [errorMessages],
  },
})

await startWhenMain(import.meta, app, [
  [`/own-words --json '{}'`, '400 {"statusCode":400,"error":"Bad Request","message":"Who are you?"}'],
  [
    `/own-words --json '{"name":"A","age":-1}'`,
    '400 …Two letters at least, please. An age is a whole number, and not below zero…',
  ],
  [`/own-words --json '{"name":"Ada"}'`, '200 welcome'],
  [`/localized --json '{"age":-1}'`, `400 {"messages":["should have required property 'name'","/age should be >= 0"]}`],
  [
    `/localized --json '{"age":-1}' -H 'accept-language: de'`,
    '400 {"messages":["muss das erforderliche Attribut name enthalten","/age muss >= 0 sein"]}',
  ],
  [
    `/localized --json '{"age":-1}' -H 'accept-language: fr-CA,fr;q=0.8'`,
    '400 {"messages":["requiert la propriété name","/age doit être >= 0"]}',
  ],
])
