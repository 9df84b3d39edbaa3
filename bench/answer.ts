import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import type { Answer, ServedWorkload } from './workloads/workload.js'

function joinChunks(text: string): string {
  let body = ''
  for (let rest = text; ; ) {
    const lineEnd = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, lineEnd), 16)
    if (size === 0) return Buffer.from(body, 'latin1').toString('utf8')
    body += rest.slice(lineEnd + 2, lineEnd + 2 + size)
    rest = rest.slice(lineEnd + 2 + size + 2)
  }
}

export function readAnswer(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.toString('latin1', 0, end)
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head)
  return {
    status: Number(head.slice(9, 12)),
    contentType: /\r\ncontent-type: *([^;\r]*)/i.exec(head)?.[1] ?? '',
    body: isChunked ? joinChunks(bytes.toString('latin1', end + 4)) : bytes.toString('utf8', end + 4),
  }
}

/** The data of each event. */
function readEvents(text: string): readonly unknown[] {
  return Array.from(text.matchAll(/^data: ?(.*)$/gm), ([, data = '']) => JSON.parse(data))
}

/** A server that answers something else must not look fast. */
export function checkAnswer(workload: ServedWorkload, answer: Answer): void {
  strictEqual(answer.status, workload.expected.status, answer.body)
  const { expected } = workload
  strictEqual(answer.contentType, 'contentType' in expected ? expected.contentType : 'application/json')
  if ('body' in expected) deepStrictEqual(JSON.parse(answer.body), expected.body)
  else if ('size' in expected) strictEqual(answer.body.length, expected.size)
  else if ('events' in expected) deepStrictEqual(readEvents(answer.body), expected.events)
  else ok(JSON.stringify(JSON.parse(answer.body)).includes(expected.mentions), answer.body)
}
