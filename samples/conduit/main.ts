// A whole application: the API of the RealWorld specification ("Conduit"), as it would be run. See its README.md.
// Start it: npm run build:all && node build/samples/conduit/main.js
import { startWhenMain } from '../start.js'
import { createConduit } from './app.js'
import { readSettings, type Settings, SettingsError } from './settings.js'

const settings = settingsOrExit()
export const app = createConduit(settings)

const token = '-H "authorization: Token $TOKEN"'
const author = '{"username":"jake","bio":null,"image":null,"following":false}'

await startWhenMain(
  import.meta,
  app,
  [
    ['/readyz', '200 …'],
    [`/api/users --json '{"user":{"username":"","email":"jake","password":"short"}}'`, '422 {"errors":{…}}'],
    [
      `/api/users --json '{"user":{"username":"jake","email":"jake@jake.jake","password":"jakejake"}}'`,
      '201 {"user":{"email":"jake@jake.jake","token":"$TOKEN","username":"jake","bio":null,"image":null}}',
    ],
    ['/api/user', '401 {"errors":{"token":["is missing"]}}'],
    [`/api/user ${token}`, '200 {"user":{"email":"jake@jake.jake",…}}'],
    [
      `/api/articles --json '{"article":{"title":"How to train","description":"You ask","body":"With care","tagList":["dragons"]}}' ${token}`,
      '201 {"article":{"slug":"how-to-train",…}}',
    ],
    ['/api/articles?tag=dragons', `200 {"articles":[…"author":${author}}],"articlesCount":1}`],
    [`/api/articles/how-to-train/favorite -X POST ${token}`, '200 …"favorited":true,"favoritesCount":1…'],
    [`/api/articles/how-to-train -X DELETE ${token}`, '204'],
    ['/api/articles/how-to-train', '404 {"errors":{"article":["not found"]}}'],
  ],
  () => `${app.printTree()}\nDescribed at /api/docs. Where a line says $TOKEN, put the token that you got: TOKEN=ey…`,
)

/** Prints wrong settings without a stack trace, because they are not a fault of the program. */
function settingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
