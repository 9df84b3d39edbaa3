/** One line that a sample printed: what it tells to send, and the answer that it promises. */
export interface PrintedTry {
  readonly command: string
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** `…` stands for anything. */
  readonly answer: string
}

/** Reads the lines to try out of what a sample printed: `curl …`, and on the next line `→ status body`. */
export function readTries(output: string): readonly PrintedTry[] {
  const found = output.matchAll(/^ {2}(curl .*)\n {2}→ (.*)$/gm)
  return [...found].map(([, command = '', answer = '']) => ({ command, answer, ...readCurl(command) }))
}

type CurlRequest = Pick<PrintedTry, 'url' | 'method' | 'headers' | 'body'>

/** The options of curl that samples use; an option that is not known here is an error and not passed over. */
export function readCurl(command: string): CurlRequest {
  const [program, ...words] = splitWords(command)
  if (program !== 'curl') throw new Error(`not a curl line: ${command}`)
  const urls: string[] = []
  let headers: Record<string, string> = {}
  let body: string | null = null
  let method: string | null = null
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-i') continue
    if (!word.startsWith('-')) {
      urls.push(word)
      continue
    }
    const value = words.shift()
    if (value === undefined) throw new Error(`${word} has no value in: ${command}`)
    if (word === '-H') headers = { ...headers, ...readHeader(value) }
    else if (word === '-X') method = value
    else if (word === '-d') {
      body = value
      headers = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
    } else if (word === '--json') {
      body = value
      headers = { 'content-type': 'application/json', accept: 'application/json', ...headers }
    } else throw new Error(`unknown option ${word} in: ${command}`)
  }
  const [url] = urls
  if (url === undefined || urls.length > 1) throw new Error(`not exactly one address in: ${command}`)
  return { url, headers, body, method: method ?? (body === null ? 'GET' : 'POST') }
}

function readHeader(text: string): Record<string, string> {
  const [, name, value] = /^([^:]+): ?(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new Error(`not a header: ${text}`)
  return { [name.toLowerCase()]: value }
}

/** Words as a shell splits them; no quotes but single ones, and nothing that a shell would expand. */
function splitWords(command: string): string[] {
  const words = command.match(/(?:'[^']*'|[^\s'])+/g) ?? []
  return words.map((word) => {
    const bare = word.replace(/'[^']*'/g, '')
    if (/[?*&;#$!<>()[\]{}|"\\`]/.test(bare)) throw new Error(`a shell would not take ${word} as it is in: ${command}`)
    return word.replaceAll("'", '')
  })
}

/** Whether an answer, `status body`, is the one that was promised. */
export function isPromised(promised: string, answer: string): boolean {
  const pieces = promised.split('…').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(answer)
}
