/** A model of two labels, written by hand: the mean of each channel, and from it how red and how blue a picture is. */

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))])
const number = (field: number, value: number): Buffer => Buffer.from([...varint(field * 8), ...varint(value)])
const bytes = (field: number, value: Buffer | string): Buffer => {
  const content = Buffer.from(value as Buffer)
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(content.length)]), content])
}
const of = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts)

const node = (op: string, inputs: readonly string[], output: string): Buffer =>
  bytes(1, of(...inputs.map((name) => bytes(1, name)), bytes(2, output), bytes(4, op)))
/** A text is a dimension that any number may take. */
const value = (field: number, name: string, dims: readonly (number | string)[]): Buffer => {
  const shape = of(...dims.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : bytes(2, dim))))
  return bytes(field, of(bytes(1, name), bytes(2, bytes(1, of(number(1, 1), bytes(2, shape))))))
}

export function tinyModel(side: number): Buffer {
  const weights = Buffer.from(new Float32Array([30, -30, 0, 0, -30, 30]).buffer)
  const graph = of(
    node('GlobalAveragePool', ['picture'], 'means'),
    node('Flatten', ['means'], 'flat'),
    node('MatMul', ['flat', 'weights'], 'figures'),
    bytes(2, 'tiny'),
    bytes(5, of(number(1, 3), number(1, 2), number(2, 1), bytes(8, 'weights'), bytes(9, weights))),
    value(11, 'picture', ['n', 3, side, side]),
    value(12, 'figures', ['n', 2]),
  )
  return of(number(1, 8), bytes(7, graph), bytes(8, number(2, 13)))
}
