import { z } from 'zod'
import { text } from '../core/values.ts'

/** The most characters of a name (a key) that a foreign protocol may give a value. */
export const LONGEST_KEY = 255
/** The most characters of a value that is kept as a device's last word, as JSON. */
export const LONGEST_WORD = 4000
/** The most names under which last words of a device are kept. */
export const MOST_WORDS = 500

/** A value that can stand for a status. */
const plain = z.union([z.string().max(100), z.number(), z.boolean()])
export type Plain = z.infer<typeof plain>

/** What is handed over with a call of the device: any JSON of at most 1,000 characters. */
const params = z.json().refine((value) => JSON.stringify(value).length <= 1000, 'tooLong')

/** By status, as JSON has its keys. */
const byStatus = <Value extends z.ZodType>(value: Value) => z.object({ 0: value, 1: value, 2: value }).partial()

/** How one circuit is told, and by what it shows. */
const mappedCircuit = z.object({
  circuit: z.int().min(1).max(64),
  /** The method that is called, with the parameters of each status that the circuit knows. */
  method: text(100).min(1),
  params: byStatus(params),
  /** The key, of telemetry or of the attributes, whose value shows the status. */
  key: text(LONGEST_KEY).min(1),
  /** The values by which each status shows. */
  shows: byStatus(z.array(plain).max(20)),
})
export type MappedCircuit = z.infer<typeof mappedCircuit>

const repeats = (values: readonly unknown[]) => new Set(values).size < values.length

/** What the words of a device mean that speaks a protocol which is not ours. */
export const mapping = z.object({
  /** What its gateway calls it, where that is neither its EUI nor its name. */
  calledBy: text(LONGEST_KEY).nullable().default(null),
  /** Text that is a number is a reading. */
  numbersInText: z.boolean().default(false),
  circuits: z
    .array(mappedCircuit)
    .max(64)
    .refine((circuits) => !repeats(circuits.map(({ circuit }) => circuit)), 'twice')
    .refine((circuits) => circuits.every(({ shows }) => !repeats(Object.values(shows).flat())), 'twice')
    .default([]),
})
export type Mapping = z.output<typeof mapping>
/** Of a device whose words mean what they say. */
export const PLAIN_MAPPING: Mapping = { calledBy: null, numbersInText: false, circuits: [] }

/** The status that a value shows, null where it shows none. */
export function statusShown({ shows }: MappedCircuit, value: unknown): number | null {
  for (const [status, values] of Object.entries(shows)) if (values.includes(value as Plain)) return Number(status)
  return null
}

/** What the device is called with so that the circuit takes this status; null where it cannot be told so. */
export function callOf(
  { circuits }: Mapping,
  { circuit, status }: { circuit: number; status: number },
): { method: string; params: unknown } | null {
  const one = circuits.find((mapped) => mapped.circuit === circuit)
  const given = one?.params[String(status) as unknown as 0 | 1 | 2]
  return one && given !== undefined ? { method: one.method, params: given } : null
}
