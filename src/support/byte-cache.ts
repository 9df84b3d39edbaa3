// Hot path for requests with a body.

export interface ByteCacheOptions {
  /** The most bytes of all entries together. */
  bytes: number
  /** A longer key is not cached. */
  longestKey: number
  /** Bytes for each character of a key. Default: two in the key, and two more in the value. */
  bytesPerCharacter?: number
}

/** Bytes of an entry besides its characters: its slot in a map, and its objects. */
const overhead = 200

/**
 * Values by keys that clients choose. The cache never takes more than `bytes`. Whenever half of them are used up, it
 * evicts the entries that were not read since the half before. So a flood of new keys evicts only other floods, and
 * keys in use stay.
 */
export class ByteCache<V> {
  #recent = new Map<string, V>()
  #older = new Map<string, V>()
  #used = 0
  #usedByOlder = 0

  constructor(private readonly options: ByteCacheOptions) {}

  /** The bytes of the entries, as estimated by `set`. */
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
