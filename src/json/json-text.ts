// Hot path: holds the body of each reply with a response schema while it is written.

/** In units. A text does not keep the memory above this size. */
const usualSize = 1 << 16
const largestKept = 1 << 20
const noBytes = Buffer.alloc(0)

/** Little-endian processors have the order of bytes that Buffer reads as UTF-16. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/**
 * A JSON text while it is written, with a UTF-16 code unit in each element. The units have one byte until the first
 * unit that needs two. The result is one flat string. A string made of pieces would leave many times as many bytes of
 * garbage.
 */
export class JsonText {
  /** A writer must read it again after each call: a larger or a wider array may have replaced it. */
  units: Uint8Array | Uint16Array
  #narrow = Buffer.allocUnsafeSlow(usualSize)
  #wide: Uint16Array | null = null
  #wideBytes = noBytes

  /** The results for the objects of this document, by the function that found them. */
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

  /** Adds space for `more` units behind the first `at` units, which stay. */
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

  /** After this call a unit may have two bytes. */
  widen(at: number): void {
    if (this.units === this.#wide) return
    const size = this.#narrow.length
    const wide = this.#wide === null || this.#wide.length < size ? this.#makeWide(size) : this.#wide
    wide.set(this.#narrow.subarray(0, at))
    this.units = wide
  }

  /**
   * Copies a whole string, for which there is space.
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
