import { DEVICE_SORTS, type DeviceSort, presence } from '#contract/devices/device'
import type { DeviceType } from '#contract/devices/deviceType'
import type { ListState } from '#src/ui/listAddress.ts'

export const FILTERS = ['name', 'eui', 'type', 'presence'] as const
export const SORTABLE: readonly string[] = DEVICE_SORTS.filter((sort) => !sort.startsWith('-'))

const among = <Value extends string>(values: readonly Value[], given: string | undefined): Value | undefined =>
  values.find((value) => value === given)

/** What the list asks the server for; a filter that names nothing real is left out. */
export function listQuery(
  { filters, page, size, sort }: ListState,
  areaId: number,
  types: readonly DeviceType[],
  codes: readonly string[],
) {
  const type = among(types, filters.type)
  return {
    page,
    size,
    areaId,
    deviceTypes: type ?? types.join(),
    items: codes.length === 0 ? undefined : codes.join(),
    name: filters.name?.slice(0, 100),
    eui: filters.eui?.slice(0, 64),
    presence: among(presence.options, filters.presence),
    sort: sort ? among<DeviceSort>(DEVICE_SORTS, `${sort.descending ? '-' : ''}${sort.field}`) : undefined,
  }
}

/** The device that an address holds open; null where it names none. */
export function openDeviceOf(address: URLSearchParams): number | null {
  const text = address.get('device') ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}
