import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, integer } from '../core/values.ts'
import { DEVICE_READERS, deviceActors } from './deviceType.ts'
import { flowUnit } from './formula.ts'

/** Why a start that was asked for a volume ended. */
export const METER_ENDS = ['reached', 'silent', 'time', 'interlock', 'person', 'device', 'replaced', 'notStarted'] as const
export type MeterEnd = (typeof METER_ENDS)[number]

/** m³ that may be asked for. */
export const VOLUME = { least: 0.01, most: 100_000 }

/** What a unit says of water: a flow or a counter, and m³ of one of it (of a flow, and ms). Null where it says neither. */
export function meterUnit(unit: string | null): { kind: 'flow' | 'counter'; m3: number } | null {
  const m3Of = (what: string) => (what === 'm³' || what === 'm3' ? 1 : what === 'L' || what === 'l' ? 0.001 : null)
  const flow = flowUnit(unit)
  const m3 = m3Of(flow?.unit ?? unit?.trim() ?? '')
  return m3 === null ? null : flow ? { kind: 'flow', m3: m3 / flow.perMs } : { kind: 'counter', m3 }
}

/** A start for a volume: m³ that were asked for, and that the meter has said since. `why` null while it runs. */
export const meteredRun = z.object({ asked: z.number(), reached: z.number(), why: z.enum(METER_ENDS).nullable() })

const meter = z.object({
  switchId: z.int(),
  itemId: z.int(),
  itemName: z.string(),
  unit: z.string().nullable(),
  /** A meter that says nothing for so long ends what it measures. */
  graceSeconds: z.int(),
  /** The newest start for a volume. */
  run: meteredRun.nullable(),
})
export type Meter = z.infer<typeof meter>

const path = '/wfpe/v1/{t}/device/gateway/{id}/meters' as const
export const meterCalls = {
  list: defineCall({
    method: 'GET',
    path,
    permission: DEVICE_READERS,
    summary: 'Which item measures the water of which circuit of a device, and how far a start for a volume is',
    answer: z.array(meter),
    follows: ['switch', 'item', 'command', 'gateway'],
  }),
  set: defineCall({
    method: 'PUT',
    trail: 'item',
    path,
    permission: deviceActors('edit'),
    summary:
      'Says which item measures the water of a circuit, a flow or a counter in m³ or L of the same base; null: none does. Fails beside `itemId` with error.meter.item. Answers the meters of the device',
    body: z.object({ switchId: id, itemId: id.nullable(), graceSeconds: integer(30, 3600).default(300) }),
    answer: z.array(meter),
  }),
}
