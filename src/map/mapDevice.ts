import type { Device, MarkedItem, Marker, Newest } from '#contract/devices/device'

/** What the map needs of a device. */
export interface MapDevice extends Pick<
  Device,
  | 'id'
  | 'deviceType'
  | 'name'
  | 'eui'
  | 'deviceSerial'
  | 'areaId'
  | 'landName'
  | 'latlng'
  | 'presence'
  | 'heardAt'
  | 'behind'
  | 'reportingPeriod'
  | 'main'
  | 'switches'
> {
  /** Items beside `main` that have a normal band; without them where a list of devices does not tell. */
  readonly banded?: readonly Newest[]
}

const readItem = ([itemId, code, name, unit, value, ts, low, high]: MarkedItem): Newest => ({
  itemId,
  code,
  name,
  unit,
  value,
  ts,
  low,
  high,
})

/** The device of a row of the markers call, which was asked for this base. */
export function readMarker(areaId: number, row: Marker): MapDevice {
  const [
    id,
    deviceType,
    name,
    eui,
    deviceSerial,
    landName,
    longitude,
    latitude,
    presence,
    heardAt,
    reportingPeriod,
    main,
    switches,
    banded,
    behind,
  ] = row
  return {
    id,
    deviceType,
    name,
    eui,
    deviceSerial,
    areaId,
    landName,
    latlng: longitude == null || latitude == null ? null : { longitude, latitude },
    presence,
    heardAt,
    behind,
    reportingPeriod,
    main: main && readItem(main),
    banded: banded.map(readItem),
    switches: switches.map((one) => ({ switchId: one[0], circuit: one[1], name: one[2], kind: one[3], status: one[4], ts: one[5] })),
  }
}
