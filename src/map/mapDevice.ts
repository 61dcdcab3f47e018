import type { Device, Marker } from '#contract/devices/device'

/** What the map needs of a device. */
export type MapDevice = Pick<
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
  | 'reportingPeriod'
  | 'main'
  | 'switches'
>

/** The device of a row of the markers call, which was asked for this base. */
export function readMarker(areaId: number, row: Marker): MapDevice {
  const [id, deviceType, name, eui, deviceSerial, landName, longitude, latitude, presence, heardAt, reportingPeriod, main, switches] = row
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
    reportingPeriod,
    main: main && {
      itemId: main[0],
      code: main[1],
      name: main[2],
      unit: main[3],
      value: main[4],
      ts: main[5],
      low: main[6],
      high: main[7],
    },
    switches: switches.map((one) => ({ switchId: one[0], circuit: one[1], name: one[2], kind: one[3], status: one[4], ts: one[5] })),
  }
}
