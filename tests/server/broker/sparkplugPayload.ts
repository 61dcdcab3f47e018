import { TYPES } from '#server/ground/broker/sparkplug/payload'
import { WireWriter } from '#server/ground/broker/sparkplug/wire'

/** A metric as an edge node says it. */
export interface SaidMetric {
  readonly name?: string
  readonly alias?: number
  readonly timestamp?: number
  /** Said on the wire; `as` is what an alias stands for, which is not. */
  readonly type?: (typeof TYPES)[number]
  readonly as?: (typeof TYPES)[number]
  readonly value: number | boolean | string | null
  readonly isHistorical?: boolean
  readonly isTransient?: boolean
}

/** The bytes of a payload as an edge node writes them: the order and the fields of the published clients. */
export function encode({ timestamp, seq, metrics }: { timestamp?: number; seq?: number; metrics: readonly SaidMetric[] }): Buffer {
  const writer = new WireWriter()
  if (timestamp !== undefined) writer.varint(1, BigInt(timestamp))
  for (const metric of metrics) writer.bytes(2, encodeMetric(metric))
  if (seq !== undefined) writer.varint(3, BigInt(seq))
  return writer.done()
}

function encodeMetric({ name, alias, timestamp, type, as, value, isHistorical, isTransient }: SaidMetric): Buffer {
  const writer = new WireWriter()
  if (name !== undefined) writer.text(1, name)
  if (alias !== undefined) writer.varint(2, BigInt(alias))
  if (timestamp !== undefined) writer.varint(3, BigInt(timestamp))
  if (type !== undefined) writer.varint(4, BigInt(TYPES.indexOf(type)))
  if (isHistorical) writer.varint(5, 1n)
  if (isTransient) writer.varint(6, 1n)
  const kind = type ?? as
  if (value === null) writer.varint(7, 1n)
  else if (typeof value === 'boolean') writer.varint(14, value ? 1n : 0n)
  else if (typeof value === 'string') writer.text(15, value)
  else if (kind === 'Float') writer.fixed(12, value, 4)
  else if (kind === 'Double') writer.fixed(13, value, 8)
  else if (kind === 'Int64' || kind === 'UInt64' || kind === 'DateTime') writer.varint(11, BigInt(value))
  else writer.varint(10, BigInt.asUintN(32, BigInt(value)))
  return writer.done()
}
