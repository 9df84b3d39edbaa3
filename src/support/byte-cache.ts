// Hot path for requests with a body.

export interface ByteCacheOptions {
  /** The most that all entries together may take. */
  bytes: number
  /** A longer key is not kept. */
  longestKey: number
  /** What a character of a key takes: by default two bytes, and two more in the value. */
  bytesPerCharacter?: number
}

/** What an entry takes beside its characters: its place in a map, and its objects. */
const overhead = 200

/**
 * Values by keys that clients choose. It never holds more than `bytes`: when half of them are used up, the entries that
 * nobody has asked for since the half before go. So a flood of keys evicts other floods, and keys in use stay.
 */
export class ByteCache<V> {
  #recent = new Map<string, V>()
  #older = new Map<string, V>()
  #used = 0
  #usedByOlder = 0

  constructor(private readonly options: ByteCacheOptions) {}

  /** What the entries take, as estimated by `set`. */
  get bytes(): number {
    return this.#used + this.#usedByOlder
  }

  get(key: string): V | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const older = this.#older.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: V): void {
    const { bytes, longestKey, bytesPerCharacter = 4 } = this.options
    if (key.length > longestKey) return
    const size = overhead + bytesPerCharacter * key.length
    if (this.#used + size > bytes / 2) this.#forgetOlder()
    this.#recent.set(key, value)
    this.#used += size
  }

  #forgetOlder(): void {
    this.#older = this.#recent
    this.#usedByOlder = this.#used
    this.#recent = new Map()
    this.#used = 0
  }
}
