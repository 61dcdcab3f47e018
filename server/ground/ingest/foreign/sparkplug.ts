import { MAX_CHILDREN_READINGS } from '#contract/devices/protocol'
import type { KnownDevice } from '../../broker/knownDevice.ts'
import { isRecord, jsonIn, kindOf, short, type Sink, timeOf } from '../decode.ts'
import { sayValue } from './values.ts'

const NUMBERS = /^(?:u?int(?:8|16|32|64)|float|double|datetime)$/i
const CONTROLS = /^(?:bdSeq$|(?:Node|Device) Control\/)/

/** Reads a message of Sparkplug B whose aliases are resolved: `{"timestamp":ms,"metrics":[{"name","type","value","timestamp"}]}`. */
export function decodeMetrics(text: string, sink: Sink, device: KnownDevice): void {
  const said = jsonIn(text, sink)
  if (said === undefined) return
  const metrics = isRecord(said) ? said['metrics'] : undefined
  if (!isRecord(said) || !Array.isArray(metrics)) {
    sink.fault('shape', { code: 'callForm' })
    return
  }
  if (metrics.length > MAX_CHILDREN_READINGS) {
    sink.fault('tooMany', { code: 'entries', count: metrics.length, limit: MAX_CHILDREN_READINGS }, metrics.length)
    return
  }
  const { items, circuits } = device.mapping
  const mapped = new Set([...items, ...circuits].map(({ key }) => key))
  const shown = new Set(circuits.map(({ key }) => key))
  for (const { key, code } of items) if (shown.has(code)) shown.add(key)
  for (const metric of metrics as unknown[]) sayMetric(metric, said['timestamp'], { mapped, shown }, sink, device)
}

function sayMetric(
  metric: unknown,
  sentAt: unknown,
  { mapped, shown }: { mapped: ReadonlySet<string>; shown: ReadonlySet<string> },
  sink: Sink,
  device: KnownDevice,
): void {
  if (!isRecord(metric)) {
    sink.fault('shape', { code: 'object', said: kindOf(metric) })
    return
  }
  const { name, alias, type, value, isHistorical, isTransient } = metric
  if (typeof name !== 'string') {
    sink.fault('itemName', { code: 'alias', name: short(typeof alias === 'string' || typeof alias === 'number' ? String(alias) : '') })
    return
  }
  // How the node itself is run, and what its sender wants nobody to keep.
  if (isTransient === true || (CONTROLS.test(name) && !mapped.has(name))) return
  // What was is no state of now.
  if (isHistorical === true && shown.has(name)) return
  const ts = timeOf({ ts: metric['timestamp'] ?? sentAt }, sink)
  if (ts === undefined) return
  const typeName = typeof type === 'string' ? type : ''
  if (value === undefined) sink.fault('notNumber', { code: 'metric', name: short(name), type: short(typeName) })
  else if (typeof value === 'string' && NUMBERS.test(typeName))
    sink.fault('notNumber', { code: 'number', name: short(name), said: kindOf(value) })
  else sayValue(sink, device, 'telemetry', { key: name }, ts, value)
}
