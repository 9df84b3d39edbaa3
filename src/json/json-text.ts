// Hot path: contains the body of each reply with a response schema during serialization.

/** Sizes in units. `reset` releases an array that is larger than `largestKept`. */
const usualSize = 1 << 16
const largestKept = 1 << 20
const noBytes = Buffer.alloc(0)

/** Whether the processor has the byte order that Buffer uses for UTF-16. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/**
 * A JSON text during serialization. Each element of the array is one UTF-16 code unit, of one byte until the first unit
 * that needs two. The result is one flat string. A string made of pieces would leave many times as many bytes of
 * garbage.
 */
export class JsonText {
  /** A writer must read this field again after each call. The call may replace the array by a larger or wider one. */
  units: Uint8Array | Uint16Array
  #narrow = Buffer.allocUnsafeSlow(usualSize)
  #wide: Uint16Array | null = null
  #wideBytes = noBytes

  /** The results of checks of the objects of this document, by the function that checks (`memoized`). */
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

  /** Makes space for `more` units after the first `at` units. It keeps the first `at` units. */
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
   * Copies a whole string. The caller must have made space for it.
   *
   * @param width 1 if every unit of the string needs only one byte, or 2 if that is not known
   * @returns `false` if the caller must write the string unit by unit
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

type Matches = (text: JsonText, value: unknown) => boolean

/** Checks each object of a document once. A recursive schema would otherwise check it again at each level. */
export function memoized(matches: Matches): Matches {
  return (text, value) => {
    if (typeof value !== 'object' || value === null) return matches(text, value)
    const known = text.matchesOf(matches)
    let result = known.get(value)
    if (result !== undefined) return result
    result = matches(text, value)
    known.set(value, result)
    return result
  }
}
