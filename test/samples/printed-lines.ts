/** One line that a sample printed: the request to send, and the promised answer. */
export interface PrintedTry {
  readonly command: string
  readonly url: string
  readonly method: string
  /** `$NAME` in a value is replaced by the text that an earlier answer has at that name. */
  readonly headers: Readonly<Record<string, string>>
  /** Fields are those of a form; wscat sends a text. */
  readonly body: string | readonly FormField[] | null
  /** `…` matches anything; `$NAME` does too, and later lines can use the matched text. */
  readonly answer: string
}

/** `name=value`, or `name=@path` for a file. */
export interface FormField {
  readonly name: string
  readonly value: string
  readonly isFile: boolean
}

/** Reads the lines to try out of what a sample printed: a command, and on the next line `→ answer`. */
export function readTries(output: string): readonly PrintedTry[] {
  const found = output.matchAll(/^ {2}((?:curl|npx wscat) .*)\n {2}→ (.*)$/gm)
  return [...found].map(([, command = '', answer = '']) => {
    const read = command.startsWith('curl') ? readCurl : readWscat
    return { command, answer, ...read(command) }
  })
}

type PrintedRequest = Pick<PrintedTry, 'url' | 'method' | 'headers' | 'body'>

/** The options of curl that samples use. An option that is not known here is an error and not ignored. */
export function readCurl(command: string): PrintedRequest {
  const [program, ...words] = splitWords(command)
  if (program !== 'curl') throw new Error(`not a curl line: ${command}`)
  const urls: string[] = []
  let headers: Record<string, string> = {}
  let body: PrintedRequest['body'] = null
  let fields: readonly FormField[] = []
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
    } else if (word === '-F') {
      fields = [...fields, readField(value)]
      body = fields
    } else throw new Error(`unknown option ${word} in: ${command}`)
  }
  const [url] = urls
  if (url === undefined || urls.length > 1) throw new Error(`not exactly one address in: ${command}`)
  return { url, headers, body, method: method ?? (body === null ? 'GET' : 'POST') }
}

/** `npx wscat -c address`: opens a socket, sends the text of `-x`, prints what comes in the seconds of `-w`. */
export function readWscat(command: string): PrintedRequest {
  const [npx, program, ...words] = splitWords(command)
  if (npx !== 'npx' || program !== 'wscat') throw new Error(`not a wscat line: ${command}`)
  const values = new Map<string, string>()
  for (let index = 0; index < words.length; index += 2) {
    const [option = '', value] = words.slice(index, index + 2)
    if (!['-c', '-H', '-w', '-x'].includes(option)) throw new Error(`unknown option ${option} in: ${command}`)
    if (value === undefined || values.has(option)) throw new Error(`not exactly one ${option} in: ${command}`)
    values.set(option, value)
  }
  const [url, header, body] = ['-c', '-H', '-x'].map((option) => values.get(option))
  if (url === undefined || body === undefined) throw new Error(`no address, or nothing to send, in: ${command}`)
  return { url, body, method: 'GET', headers: header === undefined ? {} : readHeader(header) }
}

function readField(text: string): FormField {
  const [, name, at, value] = /^([^=]+)=(@?)(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new Error(`not a form field: ${text}`)
  return { name, value, isFile: at === '@' }
}

function readHeader(text: string): Record<string, string> {
  const [, name, value] = /^([^:]+): ?(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new Error(`not a header: ${text}`)
  return { [name.toLowerCase()]: value }
}

/** Words as a shell splits them, and nothing that a shell would expand but `$NAME` in double quotes. */
function splitWords(command: string): string[] {
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.map((word) => {
    const bare = word.replace(/'[^']*'|"(?:[^"$`\\!]|\$[A-Z]+)*"/g, '')
    if (/[?*&;#$!<>()[\]{}|"\\`]/.test(bare)) throw new Error(`a shell would not take ${word} as it is in: ${command}`)
    return word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? '')
  })
}

/** Whether an answer, `status body`, is the one that was promised. */
export function isPromised(promised: string, answer: string): boolean {
  return patternOf(promised).test(answer)
}

/** The texts that a promised answer gives names to. */
export function namesIn(promised: string, answer: string): Readonly<Record<string, string>> {
  return patternOf(promised).exec(answer)?.groups ?? {}
}

/** Puts what is called by names in their place. */
export function fillIn(text: string, names: Readonly<Record<string, string>>): string {
  return text.replace(/\$([A-Z]+)/g, (whole, name: string) => names[name] ?? whole)
}

function patternOf(promised: string): RegExp {
  const pieces = promised.split(/(…|\$[A-Z]+)/).map((piece) => {
    if (piece === '…') return '.*'
    if (/^\$[A-Z]+$/.test(piece)) return `(?<${piece.slice(1)}>[\\w.-]+)`
    return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${pieces.join('')}$`, 's')
}
