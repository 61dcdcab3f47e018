import { callOf, downlinkOf, type ForeignProtocol, type Mapping } from '#contract/devices/mapping'
import type { Trial } from '#contract/devices/foreign'
import type { WordScope } from '#contract/devices/word'
import { type KnownDevice, unheardItem, knownClock } from '../../ground/broker/knownDevice.ts'
import { emptyBatch } from '../../ground/ingest/batch.ts'
import type { Decode } from '../../ground/ingest/decode.ts'
import { decodeEvent } from '../../ground/ingest/foreign/chirpstack.ts'
import { decodeMetrics } from '../../ground/ingest/foreign/sparkplug.ts'
import { decodeAttributes, decodeTelemetry } from '../../ground/ingest/foreign/thingsboard.ts'
import { createIntake } from '../../ground/ingest/intake.ts'

/**
 * What would come of a message of a device that has items of these codes, read as the ingest reads it at `now` (ms UTC), and how the
 * device would be told its circuits. `retention`: how old a reading may be, in ms.
 */
export function tryMapping(
  { mapping, scope, sample }: { mapping: Mapping; scope: WordScope; sample: string },
  codes: readonly string[],
  { now, retention }: { now: number; retention: number },
): Trial {
  const device = triedDevice(mapping, codes)
  const batch = emptyBatch()
  const decode = decodes[mapping.protocol][scope]
  const { states, words, faults } = createIntake({ retention }).read(batch, device, sample, now, decode)
  return {
    readings: batch.items.map(({ code, name }, at) => ({ code, name, at: batch.ts[at]!, value: batch.values[at]! })),
    words: [...words],
    states: states.map(([circuit, status]) => ({ circuit, status })),
    faults: faults.map(({ reason, notes, count }) => ({ reason, notes: [...notes], count })),
    calls: mapping.circuits.flatMap(({ circuit }) =>
      [0, 1, 2].flatMap((status) => {
        const call = toldBy(mapping, { circuit, status })
        return call ? [{ circuit, status, ...call }] : []
      }),
    ),
  }
}

const decodes: Readonly<Record<ForeignProtocol, Readonly<Record<WordScope, Decode>>>> = {
  thingsboard: { telemetry: decodeTelemetry, attribute: decodeAttributes },
  chirpstack: { telemetry: decodeEvent, attribute: decodeEvent },
  sparkplug: { telemetry: decodeMetrics, attribute: decodeMetrics },
}

/** How the device is told so, in the words of its protocol. */
function toldBy(mapping: Mapping, wanted: { circuit: number; status: number }): { method: string; params: string } | null {
  if (mapping.protocol === 'chirpstack') {
    const downlink = downlinkOf(mapping, wanted)
    return downlink && { method: 'down', params: JSON.stringify(downlink) }
  }
  const call = callOf(mapping, wanted)
  return call && { method: call.method, params: JSON.stringify(call.params) }
}

/** A device of nowhere, so that nothing of what is tried touches the one that is meant. */
function triedDevice(mapping: Mapping, codes: readonly string[]): KnownDevice {
  const device: KnownDevice = {
    id: 0,
    tenantId: 0,
    eui: '',
    parentId: null,
    areaId: 0,
    type: '',
    name: '',
    secretHash: '',
    tokenHash: null,
    mapping,
    enabled: true,
    demo: false,
    period: 0,
    clock: knownClock(),
    loadedAt: 0,
    items: new Map(),
    calculations: [],
    children: new Map(),
  }
  for (const code of codes) device.items.set(code, unheardItem(device, code))
  return device
}
