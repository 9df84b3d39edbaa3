import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createNet } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { listen, open } from '../behaviour/core/socket.js'
import { type Loose, useServers } from '../behaviour/core/subject.js'
import { until } from '../support/until.js'

// The server must read each request as the proxy in front of it did. Each request that a handler gets is one that the
// proxy has answered, and none is hidden in another.

const programs = {
  nginx: (folder: string, port: number, to: number) => `daemon off; pid ${folder}/pid; error_log ${folder}/log;
events {} http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; upstream app { server 127.0.0.1:${to}; keepalive 4; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`,
  haproxy: (_folder: string, port: number, to: number) => `defaults
  mode http
  timeout client 5s
  timeout server 5s
  timeout connect 5s
frontend f
  bind 127.0.0.1:${port}
  default_backend b
backend b
  http-reuse always
  server s 127.0.0.1:${to}
`,
} as const

const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n'
const post = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n'
const cases: Record<string, string> = {
  'a plain request': 'GET /plain HTTP/1.1\r\nHost: x\r\n\r\n',
  'a body': `${post}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a length and chunks': `${post}Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  'a coding behind a tab': `${post}Transfer-Encoding:\tchunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  'an unknown coding': `${post}Transfer-Encoding: xchunked\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'two lengths': `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'a chunk extension with a line feed': `${post}Transfer-Encoding: chunked\r\n\r\n1;a\nb\r\nx\r\n0\r\n\r\n`,
  'a body on GET': `GET /plain HTTP/1.1\r\nHost: x\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  'two hosts': 'GET /plain HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
  'a target with a fragment': 'GET /plain#/hidden HTTP/1.1\r\nHost: x\r\n\r\n',
  'a target that begins with a star': 'GET *hidden HTTP/1.1\r\nHost: x\r\n\r\n',
  'an absolute target': 'GET http://y/plain HTTP/1.1\r\nHost: x\r\n\r\n',
}

async function freePort(): Promise<number> {
  const server = createNet().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function ask(port: number, bytes: string): Promise<number> {
  const socket = await open(port)
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece
  })
  socket.write(bytes)
  await new Promise((resolve) => setTimeout(resolve, 250))
  socket.destroy()
  return text.match(/HTTP\/1\.[01] \d{3}/g)?.length ?? 0
}

for (const [name, configure] of Object.entries(programs))
  describe(`behind ${name}`, function () {
    this.timeout(40_000)
    const create = useServers()
    let proxy: ChildProcess | null = null
    let folder = ''

    before(async function () {
      if (spawnSync(name, ['-v']).error !== undefined) {
        console.log(`      skipped: ${name} is not installed; .ci/run installs it from the packages of Debian`)
        this.skip()
      }
      folder = await mkdtemp(join(tmpdir(), 'alcove-proxy-'))
    })
    afterEach(() => void proxy?.kill())
    after(async () => {
      if (folder !== '') await rm(folder, { recursive: true, force: true })
    })

    it('the server reads each request as the proxy did', async () => {
      const seen: string[] = []
      const server: Loose = create({ forceCloseConnections: true })
      server.addHook('onRequest', async ({ url }: Loose) => void seen.push(url))
      for (const path of ['/plain', '/hidden']) server.get(path, async () => 'ok')
      server.post('/echo', async ({ body }: Loose) => body ?? 'nothing')
      const port = await freePort()
      const file = join(folder, 'conf')
      await writeFile(file, configure(folder, port, await listen(server)))
      proxy = spawn(name, name === 'nginx' ? ['-c', file, '-e', join(folder, 'log')] : ['-f', file], {
        stdio: 'ignore',
      })
      await until('the proxy answers', async () => (await ask(port, cases['a plain request'] as string)) === 1)
      for (const [what, bytes] of Object.entries(cases)) {
        seen.length = 0
        const answers = await ask(port, bytes)
        expect(seen.length, `${what}: ${seen}`).to.be.at.most(answers)
        expect(seen, what).not.to.include('/hidden')
      }
    })
  })
