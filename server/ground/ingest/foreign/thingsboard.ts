import type { KnownDevice } from '../../broker/knownDevice.ts'
import { entriesIn, isRecord, jsonIn, kindOf, type Sink, timeOf } from '../decode.ts'
import { sayValue } from './values.ts'

/**
 * Reads ThingsBoard's telemetry: `{"key":value}`, `{"ts":1764000000000,"values":{...}}` or an array of those (at most 1,000). An object that
 * has not both `ts` and `values` is one of keys.
 */
export function decodeTelemetry(text: string, sink: Sink, device: KnownDevice): void {
  for (const said of entriesIn(text, sink)) {
    if (!isRecord(said)) {
      sink.fault('shape', { code: 'object', said: kindOf(said) })
      continue
    }
    const isDated = Object.hasOwn(said, 'ts') && Object.hasOwn(said, 'values')
    const values = isDated ? said['values'] : said
    const ts = isDated ? timeOf(said, sink) : null
    if (ts === undefined) continue
    if (!isRecord(values)) sink.fault('shape', { code: 'valuesWanted' })
    else for (const key of Object.keys(values)) sayValue(sink, device, 'telemetry', { key }, ts, values[key])
  }
}

/** Reads the attributes that a device says of itself: an object of keys. */
export function decodeAttributes(text: string, sink: Sink, device: KnownDevice): void {
  const said = jsonIn(text, sink)
  if (said === undefined) return
  if (!isRecord(said)) sink.fault('shape', { code: 'object', said: kindOf(said) })
  else for (const key of Object.keys(said)) sayValue(sink, device, 'attribute', { key }, null, said[key])
}
