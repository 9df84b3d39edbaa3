type Headers = Readonly<Record<string, string>>

function head(method: string, path: string, headers: Headers): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A POST whose body is sent as it is. */
export function bodyBytes(path: string, type: string, body: Buffer): Buffer {
  const headers = { 'content-type': type, 'content-length': String(body.length) }
  return Buffer.concat([Buffer.from(head('POST', path, headers)), body])
}

/** The bytes of a request for a keep-alive connection; they are the same for each request of a workload. */
export function requestBytes(method: string, path: string, body?: unknown, headers: Headers = {}): Buffer {
  if (body === undefined) return Buffer.from(head(method, path, headers))
  const text = JSON.stringify(body)
  const described = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    ...headers,
  }
  return Buffer.from(`${head(method, path, described)}${text}`)
}
