import { FreshProject } from '../package/fresh-project.js'
import { everyPackage } from '../package/programs.js'

/** Listens, is called over a socket, and answers a WHATWG request. */
export const served = `${everyPackage}
const served = createServer()
served.post('/echo', route, (request) => request.body)
served.delete('/echo', (request) => ({ none: request.body === undefined }))
const address = await served.listen({ port: 0 })
const headers = { 'content-type': 'application/json' }
for (const body of ['{"mail":"a@b.example"}', '{"mail":', JSON.stringify({ mail: 'x'.repeat(70000) + '@b.example' })]) {
  const answer = await fetch(address + '/echo', { method: 'POST', headers, body })
  console.log(answer.status, (await answer.text()).length)
}
const removed = await fetch(address + '/echo', { method: 'DELETE', headers, signal: AbortSignal.timeout(5000) })
console.log(removed.status, await removed.text())
const handled = await served.handle(new Request('http://x.example/echo', { method: 'POST', headers, body: '{"mail":"a@b.example"}' }))
console.log(handled.status, await handled.text())
await served.close()
`

/** CommonJS has no `await` at the top level. */
export function asFunction(program: string): string {
  const [imports = '', ...rest] = program.trim().split(/(?<=from 'alcove'\n)/)
  return `${imports}\nasync function main() {\n${rest.join('')}\n}\nvoid main()\n`
}

/** A project with the package and the program in both forms, and what the program prints there. */
export async function installServed(): Promise<{ project: FreshProject; expected: string }> {
  const project = await FreshProject.installed()
  await project.write('main.mjs', served)
  await project.write('main.js', asFunction(served))
  return { project, expected: (await project.run(process.execPath, 'main.mjs')).stdout }
}
