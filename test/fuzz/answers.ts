/** One answer as it arrives on a connection. */
export interface Answer {
  status: number
  headers: ReadonlyMap<string, string>
  body: Buffer
}

/**
 * Reads the answers of a connection from its bytes, strictly. Each must have a valid status line, well-formed headers
 * and exactly the body that its headers declare.
 *
 * @param heads whether the answer of that number is to a HEAD request and has no body
 */
export function readAnswers(bytes: Buffer, heads: (index: number) => boolean = () => false): Answer[] {
  const answers: Answer[] = []
  let rest = bytes
  let index = 0
  while (rest.length > 0) {
    const { answer, after } = readOne(rest, heads(index))
    if (answer.status >= 200) {
      answers.push(answer)
      index++
    }
    rest = after
  }
  return answers
}

function readOne(bytes: Buffer, isHead: boolean): { answer: Answer; after: Buffer } {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) throw new Error(`no end of the headers: ${excerpt(bytes)}`)
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/.exec(line)?.[1])
  if (Number.isNaN(status)) throw new Error(`no status line: ${excerpt(bytes)}`)
  const headers = new Map(lines.map(readHeader))
  const body = bytes.subarray(end + 4)
  const isEmpty = status < 200 || status === 204 || status === 304 || isHead
  if (isEmpty) return { answer: { status, headers, body: Buffer.alloc(0) }, after: body }
  if (headers.get('transfer-encoding') === 'chunked') return readChunks({ status, headers, body })
  const length = Number(headers.get('content-length') ?? body.length)
  if (!(length <= body.length)) throw new Error(`${body.length} of ${length} bytes: ${excerpt(bytes)}`)
  return { answer: { status, headers, body: body.subarray(0, length) }, after: body.subarray(length) }
}

function readHeader(line: string): [string, string] {
  const parts = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line)
  if (parts?.[1] === undefined || parts[2] === undefined) throw new Error(`no header: ${JSON.stringify(line)}`)
  return [parts[1].toLowerCase(), parts[2].trim()]
}

function readChunks({ body, ...head }: Answer): { answer: Answer; after: Buffer } {
  const pieces: Buffer[] = []
  let rest = body
  for (;;) {
    const end = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.subarray(0, Math.max(end, 0)).toString('latin1'), 16)
    if (end === -1 || Number.isNaN(size) || rest.length < end + 4 + size) throw new Error(`no chunk: ${excerpt(rest)}`)
    pieces.push(rest.subarray(end + 2, end + 2 + size))
    rest = rest.subarray(end + 4 + size)
    if (size === 0) return { answer: { ...head, body: Buffer.concat(pieces) }, after: rest }
  }
}

function excerpt(bytes: Buffer): string {
  return JSON.stringify(bytes.subarray(0, 300).toString('latin1'))
}
