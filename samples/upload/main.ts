// Uploads in one module: a file is written to disk, or read as it arrives. Limits refuse files that are too large.
// Start it: npm run build:all && node build/samples/upload/main.js
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart' // an unmodified plugin
import { httpErrors } from '@fastify/sensible'
import { bootstrap, Controller, Injectable, Module, Post, type Request, use } from 'alcove'
import { startWhenMain } from '../start.js'

/** The methods that the plugin adds to the requests of its module. */
interface UploadRequest extends Request {
  file(): Promise<MultipartFile | undefined>
  parts(): AsyncIterableIterator<Multipart>
}

@Injectable()
class Files {
  readonly #folder = mkdtemp(join(tmpdir(), 'uploads-'))

  /** Never writes to a path that the client chooses: the file gets a name of our own. */
  async keep({ file }: MultipartFile): Promise<number> {
    const path = join(await this.#folder, randomUUID())
    await pipeline(file, createWriteStream(path))
    if (!file.truncated) return file.bytesRead
    await rm(path) // the stream of a file that is too large ends at the limit, so the stored file is incomplete
    throw httpErrors.payloadTooLarge('The file is too large')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(await this.#folder, { recursive: true })
  }
}

@Controller()
class UploadController {
  constructor(private readonly files: Files) {}

  @Post('/disk')
  async toDisk(request: UploadRequest) {
    const part = await request.file()
    if (part === undefined) throw httpErrors.badRequest('Send a file')
    return { name: part.filename, bytes: await this.files.keep(part) }
  }

  // Stores nothing: it reads each part before the next one arrives.
  @Post('/stream')
  async stream(request: UploadRequest) {
    const seen: string[] = []
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        seen.push(`${part.fieldname} is ${part.value}`)
        continue
      }
      const hash = createHash('sha256')
      for await (const chunk of part.file) hash.update(chunk)
      seen.push(`${part.filename} has ${hash.digest('hex').slice(0, 8)}`)
    }
    return seen
  }
}

@Module({
  prefix: '/uploads',
  plugins: [use(multipart, { limits: { fileSize: 2_000, files: 2 } })],
  providers: [Files],
  controllers: [UploadController],
})
class Uploads {}

@Controller('/notes')
class NoteController {
  @Post()
  add(request: Request) {
    return { note: request.body }
  }
}

/** This module has no parser of multipart bodies, so they get 415. */
@Module({ controllers: [NoteController] })
class Notes {}

@Module({ imports: [Uploads, Notes] })
class AppModule {}

export const app = bootstrap(AppModule)

await startWhenMain(
  import.meta,
  app,
  [
    [`/uploads/disk -F 'file=@LICENSE'`, '200 {"name":"LICENSE","bytes":…}'],
    [`/uploads/disk -F 'file=@package-lock.json'`, '413 …The file is too large…'],
    [`/uploads/disk -F 'note=no file'`, '400 …Send a file…'],
    [`/uploads/disk --json '{}'`, '406 …"code":"FST_INVALID_MULTIPART_CONTENT_TYPE"…'],
    [`/uploads/stream -F 'owner=Ada' -F 'file=@LICENSE'`, '200 ["owner is Ada","LICENSE has …"]'],
    [`/uploads/stream -F 'file=@LICENSE' -F 'file=@LICENSE' -F 'file=@LICENSE'`, '413 …"code":"FST_FILES_LIMIT"…'],
    [`/notes -F 'file=@LICENSE'`, '415 …Unsupported Media Type: multipart/form-data…'],
    [`/notes --json '{}'`, '200 {"note":{}}'],
  ],
  () => 'The files are those of this folder: try it from here.',
)
