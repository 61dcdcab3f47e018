import { fieldFault } from '#contract/core/fieldFault'
import { type ForeignProtocol, type Mapping, mapping, type MappedCircuit, type MappedItem } from '#contract/devices/mapping'

/** The statuses that a row of the form has inputs for; others that a mapping has stay as they are. */
export const DRAWN_STATUSES = [0, 1] as const
type Drawn = (typeof DRAWN_STATUSES)[number]

type Loose = number | string | null
/** Where a value is read from within the bytes of an uplink, as it is typed. */
export interface BytesDraft {
  readonly from: Loose
  readonly count: Loose
  readonly kind: 'unsigned' | 'signed' | 'float'
  readonly littleEndian: boolean
  readonly bitFrom: Loose
  readonly bitCount: Loose
}
export interface ItemDraft {
  readonly key: string
  /** null where a key says it. */
  readonly bytes: BytesDraft | null
  readonly port: Loose
  readonly code: string
  readonly factor: Loose
  readonly offset: Loose
  readonly unit: string
}
export interface CircuitDraft {
  readonly circuit: Loose
  readonly method: string
  readonly key: string
  readonly port: Loose
  readonly confirmed: boolean
  /** As text: JSON where it is some, hexadecimal bytes of a downlink. */
  readonly params: Readonly<Record<Drawn, string>>
  /** Joined by commas. */
  readonly shows: Readonly<Record<Drawn, string>>
  readonly rest: { readonly params: MappedCircuit['params']; readonly shows: MappedCircuit['shows'] }
}
export interface MappingDraft {
  readonly protocol: ForeignProtocol
  readonly calledBy: string
  readonly numbersInText: boolean
  readonly onlyMapped: boolean
  readonly items: readonly ItemDraft[]
  readonly circuits: readonly CircuitDraft[]
}

export const newBytes: BytesDraft = { from: 0, count: 2, kind: 'signed', littleEndian: false, bitFrom: null, bitCount: null }
export const newItem: ItemDraft = { key: '', bytes: null, port: null, code: '', factor: 1, offset: 0, unit: '' }
export const newCircuit = (circuits: readonly CircuitDraft[]): CircuitDraft => ({
  circuit: Math.max(0, ...circuits.map(({ circuit }) => (typeof circuit === 'number' ? circuit : 0))) + 1,
  method: '',
  key: '',
  port: null,
  confirmed: false,
  params: { 0: '', 1: '' },
  shows: { 0: '', 1: '' },
  rest: { params: {}, shows: {} },
})

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' && parsed(value) === value ? value : JSON.stringify(value)

const hexOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** What a text says: JSON where it is some, else itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

export function draftOf(kept: Mapping): MappingDraft {
  const isHex = kept.protocol === 'chirpstack'
  return {
    ...kept,
    calledBy: kept.calledBy ?? '',
    items: kept.items.map((one) => ({
      ...one,
      unit: one.unit ?? '',
      bytes: one.bytes && { ...one.bytes, bitFrom: one.bytes.bits?.from ?? null, bitCount: one.bytes.bits?.count ?? null },
    })),
    circuits: kept.circuits.map(({ params, shows, ...one }) => ({
      ...one,
      params: byDrawn((status) => (isHex ? hexOf(params[status]) : asText(params[status]))),
      shows: byDrawn((status) => (shows[status] ?? []).map(asText).join(', ')),
      rest: {
        params: params[2] === undefined ? {} : { 2: params[2] },
        shows: shows[2] === undefined ? {} : { 2: shows[2] },
      },
    })),
  }
}
const byDrawn = (of: (status: Drawn) => string): Record<Drawn, string> => ({ 0: of(0), 1: of(1) })

function itemOf({ key, bytes, port, code, factor, offset, unit }: ItemDraft, isBytes: boolean): unknown {
  return {
    key: bytes && isBytes ? '' : key.trim(),
    bytes:
      bytes && isBytes
        ? {
            from: bytes.from,
            count: bytes.count,
            kind: bytes.kind,
            littleEndian: bytes.littleEndian,
            bits: bytes.bitFrom === null && bytes.bitCount === null ? null : { from: bytes.bitFrom ?? 0, count: bytes.bitCount },
          }
        : null,
    port: isBytes ? port : null,
    code: code.trim(),
    factor,
    offset,
    unit: unit.trim() === '' ? null : unit.trim(),
  } satisfies Record<keyof MappedItem, unknown>
}

function circuitOf({ params, shows, rest, ...one }: CircuitDraft, isHex: boolean): unknown {
  const told = DRAWN_STATUSES.filter((status) => params[status].trim() !== '')
  const shown = DRAWN_STATUSES.filter((status) => shows[status].trim() !== '')
  return {
    circuit: one.circuit,
    method: isHex ? '' : one.method.trim(),
    key: one.key.trim(),
    port: isHex ? one.port : null,
    confirmed: isHex && one.confirmed,
    params: {
      ...rest.params,
      ...Object.fromEntries(told.map((status) => [status, isHex ? params[status].replaceAll(/\s/g, '') : parsed(params[status].trim())])),
    },
    shows: {
      ...rest.shows,
      ...Object.fromEntries(shown.map((status) => [status, shows[status].split(',').map((text) => parsed(text.trim()))])),
    },
  }
}

/** A fault of the form: `place` is `items.2`, `circuits.0` or the name of an input. */
export interface MappingFault {
  readonly place: string
  readonly key: ReturnType<typeof fieldFault>['key']
  readonly params: Readonly<Record<string, number>>
}

/** The mapping that the form says, or what is wrong with it. */
export function mappingOf(draft: MappingDraft): { mapping: Mapping } | { faults: readonly MappingFault[] } {
  const isRadio = draft.protocol === 'chirpstack'
  const given = {
    ...draft,
    calledBy: draft.calledBy.trim() === '' ? null : draft.calledBy.trim(),
    items: draft.items.map((one) => itemOf(one, isRadio)),
    circuits: draft.circuits.map((one) => circuitOf(one, isRadio)),
  }
  const read = mapping.safeParse(given)
  if (read.success) return { mapping: read.data }
  return {
    faults: read.error.issues.map((issue) => {
      const { key, params } = fieldFault(issue, given)
      const [list, at] = issue.path
      return { place: typeof at === 'number' ? `${String(list)}.${at}` : String(list), key, params }
    }),
  }
}
