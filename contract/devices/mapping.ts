import { z } from 'zod'
import { text, verbatim } from '../core/values.ts'

/** The most characters of a name (a key) that a foreign protocol may give a value. */
export const LONGEST_KEY = 255
/** The most characters of a value that is kept as a device's last word, as JSON. */
export const LONGEST_WORD = 4000
/** The most names under which last words of a device are kept. */
export const MOST_WORDS = 500
/** The most bytes that LoRaWAN carries in one message. */
const MOST_BYTES = 242

/** What a connection speaks that signs in by an access token. */
export const FOREIGN_PROTOCOLS = ['thingsboard', 'chirpstack', 'sparkplug'] as const
export const foreignProtocol = z.enum(FOREIGN_PROTOCOLS)
export type ForeignProtocol = z.infer<typeof foreignProtocol>

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
  /** What is called: the method, or the metric that is written; nothing for ChirpStack, whose downlink goes to `port`. */
  method: verbatim(100).default(''),
  /** What goes with it for each status that the circuit knows: parameters, the metric's value, or the bytes of a downlink as hexadecimal text. */
  params: byStatus(params),
  /** The key, of telemetry or of the attributes, or the code of a mapped item, whose value shows the status. */
  key: verbatim(LONGEST_KEY).min(1),
  /** The values by which each status shows. */
  shows: byStatus(z.array(plain).max(20)),
  /** Of a downlink: its FPort, and whether the node is to confirm it. */
  port: z.int().min(1).max(223).nullable().default(null),
  confirmed: z.boolean().default(false),
})
export type MappedCircuit = z.infer<typeof mappedCircuit>

/** A number within the bytes of an uplink, counted from 0. */
const byteField = z
  .object({
    from: z
      .int()
      .min(0)
      .max(MOST_BYTES - 1),
    count: z.int().min(1).max(8),
    kind: z.enum(['unsigned', 'signed', 'float']),
    littleEndian: z.boolean().default(false),
    /** Of an integer only these bits, counted from the lowest; null for all of it. */
    bits: z
      .object({ from: z.int().min(0).max(63), count: z.int().min(1).max(64) })
      .nullable()
      .default(null),
  })
  .refine(({ kind, count }) => kind !== 'float' || count === 4 || count === 8, 'float')
  .refine(({ kind, bits }) => kind !== 'float' || bits === null, 'float')
  .refine(({ count, bits }) => bits === null || bits.from + bits.count <= count * 8, 'bits')
export type ByteField = z.infer<typeof byteField>

const factor = z
  .number()
  .min(-1e12)
  .max(1e12)
  .refine((value) => value !== 0, 'notZero')

/** What becomes of one value: the item that it is a reading of, as value * factor + offset. */
const mappedItem = z
  .object({
    /** The key, or the path into what ChirpStack decoded (`soil.moisture`); empty where it is read from bytes. */
    key: verbatim(LONGEST_KEY).default(''),
    bytes: byteField.nullable().default(null),
    /** Only of uplinks on this FPort; null for any. */
    port: z.int().min(1).max(255).nullable().default(null),
    code: z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/, 'itemCode'),
    factor: factor.default(1),
    offset: z.number().min(-1e12).max(1e12).default(0),
    /** What a new item is measured in, where its code does not say it. */
    unit: text(20).nullable().default(null),
  })
  .refine(({ key, bytes }) => (key === '') !== (bytes === null), 'source')
export type MappedItem = z.infer<typeof mappedItem>

const repeats = (values: readonly unknown[]) => new Set(values).size < values.length
const isHex = (value: unknown) => typeof value === 'string' && /^(?:[0-9a-fA-F]{2})+$/.test(value) && value.length <= MOST_BYTES * 2

/** What the words of a device mean that speaks a protocol which is not ours. */
export const mapping = z
  .object({
    /** What it speaks by a connection of its own; of a device behind a gateway, what that speaks. */
    protocol: foreignProtocol.default('thingsboard'),
    /** What its gateway calls it, where that is neither its EUI nor its name. */
    calledBy: verbatim(LONGEST_KEY).nullable().default(null),
    /** Text that is a number is a reading. */
    numbersInText: z.boolean().default(false),
    /** Readings come from mapped items alone; what else is said is ignored. */
    onlyMapped: z.boolean().default(false),
    items: z
      .array(mappedItem)
      .max(500)
      .refine((items) => !repeats(items.map(({ code, port }) => `${port ?? ''} ${code}`)), 'twice')
      .default([]),
    circuits: z
      .array(mappedCircuit)
      .max(64)
      .refine((circuits) => !repeats(circuits.map(({ circuit }) => circuit)), 'twice')
      .refine((circuits) => circuits.every(({ shows }) => !repeats(Object.values(shows).flat())), 'twice')
      .default([]),
  })
  .superRefine(({ protocol, circuits, items }, context) => {
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    for (const [at, { method, port, params: told }] of circuits.entries()) {
      if (protocol !== 'chirpstack' && method === '') fault(['circuits', at, 'method'], 'required')
      if (protocol === 'chirpstack' && port === null) fault(['circuits', at, 'port'], 'required')
      if (protocol === 'chirpstack' && !Object.values(told).every(isHex)) fault(['circuits', at, 'params'], 'hex')
      if (protocol === 'sparkplug' && !Object.values(told).every((value) => plain.safeParse(value).success))
        fault(['circuits', at, 'params'], 'metricValue')
    }
    if (protocol !== 'chirpstack' && items.some(({ bytes, port }) => bytes !== null || port !== null)) fault(['items'], 'source')
  })
export type Mapping = z.output<typeof mapping>
/** Of a device whose words mean what they say. */
export const PLAIN_MAPPING: Mapping = {
  protocol: 'thingsboard',
  calledBy: null,
  numbersInText: false,
  onlyMapped: false,
  items: [],
  circuits: [],
}

/** A mapping as it was kept, which may be older than some of what mappings say now. */
export const keptMapping = (kept: Partial<Mapping> | null): Mapping => ({
  ...PLAIN_MAPPING,
  ...kept,
  circuits: (kept?.circuits ?? []).map((one) => ({ ...one, port: one.port ?? null, confirmed: one.confirmed ?? false })),
})

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

/** The downlink by which a node's circuit takes this status, `data` in base64; null where it cannot be told so. */
export function downlinkOf(
  mapping: Mapping,
  wanted: { circuit: number; status: number },
): { fPort: number; confirmed: boolean; data: string } | null {
  const one = mapping.circuits.find(({ circuit }) => circuit === wanted.circuit)
  const given = callOf(mapping, wanted)?.params
  if (!one || one.port === null || typeof given !== 'string' || !isHex(given)) return null
  return { fPort: one.port, confirmed: one.confirmed, data: base64Of(given) }
}

const base64Of = (hex: string): string => btoa((hex.match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16))).join(''))
