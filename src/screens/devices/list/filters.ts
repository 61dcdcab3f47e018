import { DEVICE_SORTS, type DeviceSort, presence } from '#contract/devices/device'
import type { DeviceType } from '#contract/devices/deviceType'
import type { ListState } from '#src/ui/listAddress.ts'

/** What the list of a base is narrowed by, and the list over all bases. */
export const FILTERS = ['name', 'eui', 'type', 'presence', 'enabled'] as const
export const FILTERS_EVERYWHERE = ['name', 'eui', 'type', 'base', 'firmware', 'presence', 'enabled'] as const
export const ENABLED_WORDS = ['on', 'off'] as const
export const SORTABLE: readonly string[] = DEVICE_SORTS.filter((sort) => !sort.startsWith('-'))

const among = <Value extends string>(values: readonly Value[], given: string | undefined): Value | undefined =>
  values.find((value) => value === given)

const idOf = (given: string | undefined): number | undefined => (/^[1-9]\d{0,14}$/.test(given ?? '') ? Number(given) : undefined)

/** What the list asks the server for, in the base or in every one; a filter that names nothing real is left out. */
export function listQuery(
  { filters, page, size, sort }: ListState,
  areaId: number | undefined,
  types: readonly DeviceType[],
  codes: readonly string[],
) {
  const type = among(types, filters.type)
  const enabled = among(ENABLED_WORDS, filters.enabled)
  return {
    page,
    size,
    areaId: areaId ?? idOf(filters.base),
    deviceTypes: type ?? types.join(),
    items: codes.length === 0 ? undefined : codes.join(),
    name: filters.name?.slice(0, 100),
    eui: filters.eui?.slice(0, 64),
    firmware: filters.firmware?.slice(0, 64),
    presence: among(presence.options, filters.presence),
    enabledFlag: enabled === undefined ? undefined : enabled === 'on' ? 1 : 0,
    sort: sort ? among<DeviceSort>(DEVICE_SORTS, `${sort.descending ? '-' : ''}${sort.field}`) : undefined,
  }
}

/** The device that an address holds open; null where it names none. */
export function openDeviceOf(address: URLSearchParams): number | null {
  return idOf(address.get('device') ?? undefined) ?? null
}
