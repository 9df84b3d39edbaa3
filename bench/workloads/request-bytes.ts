/** The bytes of a request for a keep-alive connection; they are the same for each request of a workload. */
export function requestBytes(method: string, path: string, body?: unknown): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n`
  if (body === undefined) return Buffer.from(`${head}\r\n`)
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  return Buffer.from(`${head}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`)
}
