import { describe, expect, test } from 'vitest'
import type { Position } from '#contract/core/values'
import { DEVICE_TYPES } from '#contract/devices/deviceType'
import { EUI } from '#contract/devices/gateway'
import { itemFace } from '#contract/devices/itemCode'
import { CONTROL } from '#contract/devices/switch'
import { SWITCH_KINDS } from '#contract/devices/switchKind'
import { LAND_TYPES, land } from '#contract/farm/land'
import { SQUARE_METRES_OF_MU } from '#contract/farm/landMeasure'
import { grants } from '#contract/session/permissions'
import { areaMeasure, demoAreas, demoDevices, demoLands, demoRoles, demoTenants, demoUsers, located } from '#demo/farm'

type Point = readonly [number, number]
/** Degrees as metres near a point: exact enough within a base. */
const metres = ([longitude, latitude]: Position, origin: { latitude: number; longitude: number }): Point => [
  (longitude - origin.longitude) * 111_320 * Math.cos((origin.latitude * Math.PI) / 180),
  (latitude - origin.latitude) * 110_740,
]
const cross = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
const crosses = (a: Point, b: Point, c: Point, d: Point) => cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0
const edges = (ring: readonly Point[]) => ring.map((point, at) => [point, ring[(at + 1) % ring.length]!] as const)
const inside = ([x, y]: Point, ring: readonly Point[]) =>
  edges(ring).filter(([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax).length % 2 === 1
const areaOf = (ring: readonly Point[]) => Math.abs(edges(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0)) / 2

const bases = demoAreas.map((area) => ({
  area,
  plots: demoLands
    .filter(({ areaId }) => areaId === area.id)
    .map((plot) => ({ plot, ring: plot.profile.map((corner) => metres(corner, area)) })),
}))

describe('the tenants', () => {
  test('have the users, roles and bases that the README names', () => {
    expect(demoTenants.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(demoTenants.map(({ id }) => demoAreas.filter(({ tenantId }) => tenantId === id).length)).toEqual([3, 1, 0, 1])
    expect(demoUsers.map(({ loginName, tenantIds }) => [loginName, tenantIds])).toEqual([
      ['admin', [1, 2]],
      ['operator', [1]],
      ['viewer', [1]],
      ['novice', [3]],
      ['rival', [4]],
    ])
    expect(demoTenants.filter(({ novice }) => novice).map(({ id }) => id)).toEqual([3])
    for (const user of demoUsers)
      expect(user.roleIds.map((id) => demoRoles.find((role) => role.id === id)!.tenantId)).toEqual(user.tenantIds)
  })
  test('an operator reads and controls and manages nothing, a viewer only reads', () => {
    const codesOf = (name: string) => demoRoles.find(({ name: role, tenantId }) => tenantId === 1 && role === name)!.codes
    const [operator, viewer] = [codesOf('操作员'), codesOf('观察员')]
    for (const code of ['wfpf.farm.equipment.gateway', 'wfpf.farm.farm.map', 'wfpf.farm.equipment.aerator'] as const) {
      expect(grants(operator, code)).toBe(true)
      expect(grants(viewer, code)).toBe(true)
    }
    expect(grants(operator, CONTROL)).toBe(true)
    expect(grants(viewer, CONTROL)).toBe(false)
    for (const code of ['create', 'edit', 'delete'] as const) expect(grants(operator, `wfpf.farm.equipment.gateway.ps.${code}`)).toBe(false)
    // What concerns the person alone is no managing.
    expect(viewer.filter((code) => (code.includes('.ps.') && !code.startsWith('wfpf.farm.user.ps.')) || code.includes('*'))).toEqual([])
  })
  test('one base of each tenant that has any is the default', () => {
    for (const { id } of demoTenants) {
      const own = demoAreas.filter(({ tenantId }) => tenantId === id)
      expect(own.filter(({ isDefault }) => isDefault).length).toBe(own.length === 0 ? 0 : 1)
    }
    expect(demoAreas[0]).toMatchObject({ id: 1, isDefault: true, latitude: 22.96, longitude: 113.34 })
  })
})

describe('the plots', () => {
  test('fit the contract, show every type, and name a kind exactly where they are nurture', () => {
    for (const plot of demoLands) {
      expect(land.record.shape.landProfile.safeParse(plot.profile).success).toBe(true)
      expect(plot.nurtureKind != null).toBe(plot.landType === 'nurture')
      expect(plot.profileColor).toMatch(/^#[0-9a-f]{6}$/)
    }
    const first = demoLands.filter(({ tenantId }) => tenantId === 1)
    expect(new Set(first.map(({ landType }) => landType))).toEqual(new Set(LAND_TYPES))
    expect(new Set(first.map(({ nurtureKind }) => nurtureKind))).toEqual(new Set(['pond', 'animal', null]))
  })
  test('have outlines that never cross themselves', () => {
    for (const { plots } of bases)
      for (const { plot, ring } of plots) {
        expect(plot.profile.length).toBeGreaterThanOrEqual(4)
        const all = edges(ring)
        all.forEach(([a, b], at) => {
          for (const [c, d] of all.slice(at + 1)) expect([plot.name, crosses(a, b, c, d)]).toEqual([plot.name, false])
        })
      }
  })
  test('lie within their base and never over each other', () => {
    for (const { area, plots } of bases) {
      const corner = (x: number, y: number) => metres(located(area, x, y), area)
      const [w, h] = [area.width / 2, area.height / 2]
      const bounds = [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)]
      plots.forEach(({ plot, ring }, at) => {
        for (const point of ring) expect([plot.name, inside(point, bounds)]).toEqual([plot.name, true])
        for (const other of plots.slice(at + 1)) {
          const apart =
            !ring.some((point) => inside(point, other.ring)) &&
            !other.ring.some((point) => inside(point, ring)) &&
            !edges(ring).some(([a, b]) => edges(other.ring).some(([c, d]) => crosses(a, b, c, d)))
          expect([plot.name, other.plot.name, apart]).toEqual([plot.name, other.plot.name, true])
        }
      })
    }
  })
  test('measure in mu what their outlines enclose', () => {
    for (const { area, plots } of bases) {
      for (const { plot, ring } of plots)
        expect(Math.abs(areaOf(ring) / SQUARE_METRES_OF_MU - plot.measure)).toBeLessThan(0.06 + plot.measure * 0.002)
      expect(areaMeasure(area.id)).toBeGreaterThan(plots.reduce((sum, { plot }) => sum + plot.measure, 0))
    }
  })
})

describe('the devices', () => {
  test('are of every type in tenant 1, with the gateway of the README first in the default base', () => {
    expect(new Set(demoDevices.filter(({ tenantId }) => tenantId === 1).map(({ deviceType }) => deviceType))).toEqual(new Set(DEVICE_TYPES))
    expect(demoDevices[0]).toMatchObject({ id: 1, eui: 'demo-gateway-1', areaId: 1, tenantId: 1, deviceType: 'gateway' })
    for (const { id } of demoAreas)
      expect(demoDevices.some(({ areaId, deviceType }) => areaId === id && deviceType === 'gateway')).toBe(true)
  })
  test('have names of their own, and stand inside their plots or bases', () => {
    expect(new Set(demoDevices.map(({ tenantId, eui }) => `${tenantId}/${eui}`)).size).toBe(demoDevices.length)
    for (const device of demoDevices) {
      expect(device.eui).toMatch(EUI)
      const { area, plots } = bases.find((base) => base.area.id === device.areaId)!
      const at = metres([device.longitude, device.latitude], area)
      if (device.landId == null) expect(Math.hypot(...at)).toBeLessThan(Math.hypot(area.width, area.height) / 2)
      else expect([device.eui, inside(at, plots.find(({ plot }) => plot.id === device.landId)!.ring)]).toEqual([device.eui, true])
    }
    const spots = demoDevices.map(({ longitude, latitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`)
    expect(new Set(spots).size).toBe(spots.length)
  })
  test('measure what the product knows, in bands that make sense, and only cameras measure nothing', () => {
    for (const { items, deviceType, eui } of demoDevices) {
      expect([eui, items.length === 0]).toEqual([eui, deviceType === 'camera'])
      expect(new Set(items.map(({ code }) => code)).size).toBe(items.length)
      for (const { code, low, high } of items) {
        expect([code, itemFace(code) != null]).toEqual([code, true])
        if (low != null && high != null) expect(low).toBeLessThan(high)
      }
    }
  })
  test('hold switches of every kind, one list longer than a page, and at most 4 pumps', () => {
    const all = demoDevices.flatMap(({ switches }) => switches)
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(SWITCH_KINDS))
    expect(Math.max(...demoDevices.map(({ switches }) => switches.length))).toBeGreaterThan(20)
    for (const { switches, deviceType } of demoDevices) {
      if (deviceType === 'aerator_ii') expect(switches.filter(({ kind }) => kind === 'aerator').length).toBeLessThanOrEqual(4)
      expect(new Set(switches.map(({ circuit }) => circuit)).size).toBe(switches.length)
      for (const { relatedCircuit } of switches)
        if (relatedCircuit != null) expect(switches.some(({ circuit }) => circuit === relatedCircuit)).toBe(true)
    }
  })
  test('cameras carry a serial, and a node stands behind a concentrator of its own tenant', () => {
    for (const { deviceType, deviceSerial } of demoDevices) expect(deviceSerial != null).toBe(deviceType === 'camera')
    for (const device of demoDevices.filter(({ parentEui }) => parentEui != null)) {
      expect(demoDevices.some(({ tenantId, eui }) => tenantId === device.tenantId && eui === device.parentEui)).toBe(true)
    }
  })
  test('mostly report every 5 to 10 seconds', () => {
    const live = demoDevices.filter(({ reportingPeriod }) => reportingPeriod >= 5000 && reportingPeriod <= 10_000)
    expect(live.length).toBeGreaterThan(demoDevices.length / 2)
    expect(demoDevices.filter(({ temper }) => temper === 'silent').map(({ eui }) => eui)).toEqual(['demo-silent-1'])
  })
})
