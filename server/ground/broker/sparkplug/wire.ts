// The wire format of Protocol Buffers, as far as Sparkplug B uses it: varints, fixed32, fixed64 and what has a length.

export const VARINT = 0
export const FIXED64 = 1
export const BYTES = 2
export const FIXED32 = 5

/** One field of a message: `value` is a number of 64 bits, or the bytes of what is not one. */
export type WireField =
  | { readonly field: number; readonly wire: typeof VARINT; readonly value: bigint }
  | { readonly field: number; readonly wire: typeof FIXED64 | typeof BYTES | typeof FIXED32; readonly value: Uint8Array }

/** The fields of a message in their order. Throws a RangeError where the bytes are no message. */
export function* fieldsOf(bytes: Uint8Array): Generator<WireField> {
  let at = 0
  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('the message ends within a number')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new RangeError('a number has more than ten bytes')
  }
  function take(count: number): Uint8Array {
    if (count > bytes.length - at) throw new RangeError('the message ends within a field')
    at += count
    return bytes.subarray(at - count, at)
  }
  while (at < bytes.length) {
    const key = varint()
    const field = Number(key >> 3n)
    if (field < 1 || field > 0x1fffffff) throw new RangeError('no such field')
    const wire = Number(key & 7n)
    if (wire === VARINT) yield { field, wire, value: varint() }
    else if (wire === BYTES) yield { field, wire, value: take(Number(varint())) }
    else if (wire === FIXED32 || wire === FIXED64) yield { field, wire, value: take(wire === FIXED32 ? 4 : 8) }
    else throw new RangeError('no such wire type')
  }
}

/** Writes a message, field by field. */
export class WireWriter {
  readonly #parts: number[] = []

  #raw(value: bigint): void {
    let rest = BigInt.asUintN(64, value)
    while (rest >= 0x80n) {
      this.#parts.push(Number(rest & 0x7fn) | 0x80)
      rest >>= 7n
    }
    this.#parts.push(Number(rest))
  }
  varint(field: number, value: bigint): this {
    this.#raw(BigInt((field << 3) | VARINT))
    this.#raw(value)
    return this
  }
  bytes(field: number, value: Uint8Array): this {
    this.#raw(BigInt((field << 3) | BYTES))
    this.#raw(BigInt(value.length))
    for (const byte of value) this.#parts.push(byte)
    return this
  }
  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value))
  }
  fixed(field: number, value: number, size: 4 | 8): this {
    const view = new DataView(new ArrayBuffer(size))
    if (size === 4) view.setFloat32(0, value, true)
    else view.setFloat64(0, value, true)
    this.#raw(BigInt((field << 3) | (size === 4 ? FIXED32 : FIXED64)))
    for (let at = 0; at < size; at++) this.#parts.push(view.getUint8(at))
    return this
  }
  done = (): Buffer => Buffer.from(this.#parts)
}
