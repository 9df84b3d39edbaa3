import { readFile } from 'node:fs/promises'
import { readProperty } from '../support/values.js'
import { agentsFile } from './agents-file.js'

/** The files of a new project by path. It needs what this version of alcove was tested with. */
export async function projectFiles(name: string): Promise<Record<string, string>> {
  const own: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const tested = (dependency: string) => String(readProperty(readProperty(own, 'devDependencies'), dependency))
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    alcove: { entry: 'src/main.ts' },
    engines: readProperty(own, 'engines'),
    scripts: {
      // Without the first step, tests of a file that was renamed or removed would still run.
      build: `node -e "fs.rmSync('dist',{recursive:true,force:true})" && tsc -p .`,
      prestart: 'npm run build',
      start: startScript,
      pretest: 'npm run build',
      // Versions of node differ in how they read a folder or a pattern; all of them search the current folder.
      test: 'cd dist && node --test --enable-source-maps',
      dev: 'alcove dev',
      check: 'alcove check',
      tree: 'alcove tree',
    },
    dependencies: { alcove: `^${String(readProperty(own, 'version'))}` },
    devDependencies: { '@types/node': tested('@types/node'), typescript: tested('typescript') },
  }
  return {
    'package.json': json(manifest),
    'tsconfig.json': json(settings),
    '.gitignore': 'node_modules\ndist\n',
    'README.md': readme(name),
    'AGENTS.md': agentsFile,
    'src/main.ts': main,
    'src/app.module.ts': appModule,
    'src/notes.ts': notes,
    'src/notes.controller.ts': controller,
    'src/app.test.ts': test,
  }
}

const program = 'node --enable-source-maps dist/main.js'
/**
 * npm sends its signals to the shell of a script. dash, the shell of Debian, does not pass them on, so `exec` puts node in
 * its place. cmd.exe has no `exec`: there the first step ends with 0, and the last one never runs.
 */
const startScript = `node -e "process.exit(process.platform==='win32'?0:1)" && (${program} || exit 1) || exec ${program}`

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

const settings = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable'],
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: true,
    sourceMap: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'dist',
  },
  include: ['src'],
}

const main = `import { bootstrap } from 'alcove'
import { AppModule } from './app.module.js'

const { PORT = '3000', HOST = 'localhost' } = process.env

await bootstrap(AppModule, { logger: true }).listen({ port: Number(PORT), host: HOST })
`

const appModule = `import { Module } from 'alcove'
import { NotesController } from './notes.controller.js'
import { Note, Notes } from './notes.js'

/** The root context: what it holds, every route below it sees. */
@Module({ schemas: [Note], providers: [Notes], controllers: [NotesController] })
export class AppModule {}
`

const notes = `import { type Infer, Injectable, shared } from 'alcove'

export const Note = shared('note', {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 200 },
    isDone: { type: 'boolean', default: false },
  },
})
export type Note = Infer<typeof Note>

@Injectable()
export class Notes {
  readonly all: Note[] = []

  add(note: Note): Note {
    this.all.push(note)
    return note
  }
}
`

const controller = `import { Body, Controller, Get, Post, Rep, type Reply, Schema } from 'alcove'
import { Note, Notes } from './notes.js'

@Controller('/notes')
export class NotesController {
  constructor(private readonly notes: Notes) {}

  @Get()
  @Schema({ response: { 200: { type: 'array', items: Note.ref } } })
  list() {
    return this.notes.all
  }

  @Post()
  @Schema({ response: { 201: Note.ref } })
  add(@Body(Note.ref) note: Note, @Rep() reply: Reply) {
    return reply.code(201).send(this.notes.add(note))
  }
}
`

const test = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from 'alcove/testing'
import { AppModule } from './app.module.js'

test('keeps the notes that are posted', async () => {
  await using app = await createTestApp(AppModule)
  const posted = await app.inject({ method: 'POST', url: '/notes', payload: { text: 'write a test' } })
  assert.equal(posted.statusCode, 201)
  const listed = await app.inject('/notes')
  assert.deepEqual(listed.json(), [{ text: 'write a test', isDone: false }])
})

test('refuses a note without a text', async () => {
  await using app = await createTestApp(AppModule)
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/notes', payload: {} })
  assert.equal(statusCode, 400)
  assert.match(body, /required property 'text'/)
})
`

function readme(name: string): string {
  return `# ${name}

\`\`\`sh
npm install
npm start        # builds and listens on http://localhost:3000; PORT and HOST change that
npm test         # builds and runs src/**/*.test.ts
npm run dev      # builds, runs, and starts again on each change
npm run check    # tells every problem without listening
npm run tree     # draws the contexts
\`\`\`

\`\`\`sh
curl localhost:3000/notes -H 'content-type: application/json' -d '{"text":"read the tree"}'
curl localhost:3000/notes
\`\`\`
`
}
