/** Parts of the servers on node alone: answers, and checks of values by hand. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export function send(res: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  res.end(text)
}

export class Invalid extends Error {}

export function refuse(res: ServerResponse, error: unknown): void {
  if (error instanceof Invalid) send(res, 400, { statusCode: 400, error: 'Bad Request', message: error.message })
  else send(res, 500, { statusCode: 500, error: 'Internal Server Error', message: 'unexpected' })
}

export function notFound(res: ServerResponse): void {
  send(res, 404, { statusCode: 404, error: 'Not Found', message: 'Not Found' })
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readWhole(value: unknown, name: string): number {
  const number = Number(value)
  if (value === '' || !Number.isInteger(number)) throw new Invalid(`${name} must be a whole number`)
  return number
}

export function readNumber(value: unknown, name: string): number {
  const number = Number(value)
  if (value === undefined || value === '' || Number.isNaN(number)) throw new Invalid(`${name} must be a number`)
  return number
}

export function readText(value: unknown, name: string, most: number): string {
  if (typeof value !== 'string' || value.length > most) throw new Invalid(`${name} must be a short text`)
  return value
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Invalid('the body is not JSON')
  }
}

export function readBody(req: IncomingMessage, onBody: (text: string) => void): void {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => onBody((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString())) // there is one
}
