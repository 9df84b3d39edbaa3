/** Ends the programs of this folder: the first answer, and what the process took until then. */
import { get } from 'node:http'
import { firstPath } from './routes.js'

/** Sends the first request over a socket, and prints its answer and the time of the processor as JSON. */
export function answerOnce(port: number): void {
  get({ host: '127.0.0.1', port, path: firstPath, agent: false }, async (answer) => {
    let body = ''
    for await (const part of answer.setEncoding('utf8')) body += part
    const { user, system } = process.cpuUsage()
    const taken = { status: answer.statusCode, body: JSON.parse(body), cpu: (user + system) / 1000 }
    process.stdout.write(JSON.stringify({ ...taken, wall: performance.now() }), () => process.exit())
  })
}
