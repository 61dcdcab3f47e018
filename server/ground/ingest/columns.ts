const INT4 = 23
const INT8 = 20
const FLOAT8 = 701
const BYTEA = 17
const HEADER = 20
const EMPTY_HEADER = 12
const ELEMENT = 12
const SHORT_ELEMENT = 8
const NULL = 4
const HIGH = 2 ** 32

/** An array of `length` elements in PostgreSQL's binary form: the server reads it in half the time of text. */
function binary(type: number, length: number, nulls: number, element = ELEMENT): { buffer: Buffer; start: number } {
  if (length === 0) {
    const buffer = Buffer.alloc(EMPTY_HEADER)
    buffer.writeInt32BE(type, 8)
    return { buffer, start: EMPTY_HEADER }
  }
  const buffer = Buffer.allocUnsafe(HEADER + (length - nulls) * element + nulls * NULL)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(nulls > 0 ? 1 : 0, 4)
  buffer.writeInt32BE(type, 8)
  buffer.writeInt32BE(length, 12)
  buffer.writeInt32BE(1, 16)
  return { buffer, start: HEADER }
}

/** A bigint[] parameter of whole numbers that are not negative and at most 2^53. */
export function bigints(values: ArrayLike<number>): Buffer {
  const { buffer, start } = binary(INT8, values.length, 0)
  let place = start
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!
    buffer.writeInt32BE(8, place)
    buffer.writeUInt32BE(Math.floor(value / HIGH), place + 4)
    buffer.writeUInt32BE(value % HIGH, place + 8)
    place += ELEMENT
  }
  return buffer
}

/** An int[] parameter of whole numbers. */
export function ints(values: ArrayLike<number>): Buffer {
  const { buffer, start } = binary(INT4, values.length, 0, SHORT_ELEMENT)
  let place = start
  for (let at = 0; at < values.length; at++) {
    buffer.writeInt32BE(4, place)
    buffer.writeInt32BE(values[at]!, place + 4)
    place += SHORT_ELEMENT
  }
  return buffer
}

/** A float8[] parameter. */
export function doubles(values: readonly (number | null)[]): Buffer {
  let nulls = 0
  for (const value of values) if (value === null) nulls++
  const { buffer, start } = binary(FLOAT8, values.length, nulls)
  let place = start
  for (const value of values) {
    if (value === null) {
      buffer.writeInt32BE(-1, place)
      place += NULL
    } else {
      buffer.writeInt32BE(8, place)
      // -0 is 0.
      buffer.writeDoubleBE(value + 0, place + 4)
      place += ELEMENT
    }
  }
  return buffer
}

/** A bytea[] parameter. */
export function byteas(values: readonly Buffer[]): Buffer {
  const { buffer } = binary(BYTEA, values.length, 0, 0)
  return Buffer.concat([
    buffer,
    ...values.flatMap((value) => {
      const length = Buffer.allocUnsafe(4)
      length.writeInt32BE(value.length, 0)
      return [length, value]
    }),
  ])
}
