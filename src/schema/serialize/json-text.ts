// Hot path: holds the body of each reply with a response schema while it is written.

/** In units. What a larger text needed is not kept. */
const usualSize = 1 << 16
const largestKept = 1 << 20
const noBytes = Buffer.alloc(0)

/** Little-endian processors have the order of bytes that Buffer reads as UTF-16. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/**
 * A JSON text while it is written, a UTF-16 code unit in each element: of one byte until the first unit that needs two.
 * What is made in the end is one flat string. Pieces put together would be many times as many bytes of garbage.
 */
export class JsonText {
  /** Whoever writes takes it anew after each call: it is exchanged for a larger or a wider one. */
  units: Uint8Array | Uint16Array
  #narrow = Buffer.allocUnsafeSlow(usualSize)
  #wide: Uint16Array | null = null
  /** The bytes of the wide units. */
  #wideBytes = noBytes

  /** What has been found of the objects of this document, by the function that found it. */
  #matches: Map<unknown, Map<object, boolean>> | null = null

  constructor() {
    this.units = this.#narrow
  }

  matchesOf(find: unknown): Map<object, boolean> {
    this.#matches ??= new Map()
    let found = this.#matches.get(find)
    if (found === undefined) {
      found = new Map()
      this.#matches.set(find, found)
    }
    return found
  }

  /** Makes room for so many units behind the first ones, which stay. */
  grow(at: number, more: number): void {
    const size = Math.max(at + more, this.units.length * 2)
    const { units } = this
    if (units === this.#wide) {
      this.units = this.#makeWide(size)
    } else {
      this.#narrow = Buffer.allocUnsafeSlow(size)
      this.units = this.#narrow
    }
    this.units.set(units.subarray(0, at))
  }

  /** From now on a unit may have two bytes. */
  widen(at: number): void {
    if (this.units === this.#wide) return
    const size = this.#narrow.length
    const wide = this.#wide === null || this.#wide.length < size ? this.#makeWide(size) : this.#wide
    wide.set(this.#narrow.subarray(0, at))
    this.units = wide
  }

  /**
   * Copies a whole string, for which there is room.
   *
   * @param width of its units in bytes, as far as it is known
   * @returns `false`: it has to be written unit by unit
   */
  copy(at: number, value: string, width: 1 | 2): boolean {
    if (this.units === this.#narrow) {
      if (width === 1 || !needsTwoBytes.test(value)) {
        this.#narrow.write(value, at, 'latin1')
        return true
      }
      this.widen(at)
    }
    if (isLittleEndian) this.#wideBytes.write(value, at * 2, 'utf16le')
    return isLittleEndian
  }

  read(end: number): string {
    if (this.units !== this.#wide) return this.#narrow.toString('latin1', 0, end)
    const bytes = this.#wideBytes.subarray(0, end * 2)
    return (isLittleEndian ? bytes : bytes.swap16()).toString('utf16le')
  }

  /** Ready for the next text. */
  reset(): void {
    if (this.#narrow.length > largestKept) this.#narrow = Buffer.allocUnsafeSlow(usualSize)
    if (this.#wide !== null && this.#wide.length > largestKept) {
      this.#wide = null
      this.#wideBytes = noBytes
    }
    this.units = this.#narrow
    this.#matches = null
  }

  #makeWide(size: number): Uint16Array {
    const wide = new Uint16Array(size)
    this.#wide = wide
    this.#wideBytes = Buffer.from(wide.buffer)
    return wide
  }
}

export const needsTwoBytes = /[\u0100-\uffff]/
