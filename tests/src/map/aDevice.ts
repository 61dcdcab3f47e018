import type { Device } from '#contract/devices/device'

/** A device as the server lists it, with what the test cares about. */
export const aDevice = (given: Partial<Device> = {}): Device => ({
  id: 1,
  concentratorId: 1,
  deviceType: 'gateway',
  name: 'Pond gateway',
  eui: 'demo-1',
  deviceSerial: null,
  areaId: 1,
  areaName: 'Home base',
  landId: null,
  landName: null,
  latlng: { longitude: 113.34, latitude: 22.96 },
  fileUrl: null,
  iccid: null,
  online: 1,
  presence: 'online',
  firmware: null,
  clock: null,
  heardAt: null,
  behind: null,
  reportingPeriod: 60_000,
  enabledFlag: 1,
  objectVersionNumber: 1,
  main: null,
  switches: [],
  ...given,
})

export const aReading = (given: Partial<NonNullable<Device['main']>> = {}): NonNullable<Device['main']> => ({
  itemId: 11,
  code: 'dissolvedOxygen',
  name: 'Dissolved oxygen',
  unit: 'mg/L',
  value: 6.2,
  ts: 1_000_000,
  low: null,
  high: null,
  ...given,
})

export const aSwitch = (given: Partial<Device['switches'][number]> = {}): Device['switches'][number] => ({
  switchId: 21,
  circuit: 1,
  name: 'Pump',
  kind: 'ordinary',
  status: null,
  ts: null,
  ...given,
})
