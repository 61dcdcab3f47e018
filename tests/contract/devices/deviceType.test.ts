import { describe, expect, test } from 'vitest'
import { MAX_RUN_SECONDS } from '#contract/devices/command'
import { DEVICE_TYPES, deviceTypes, type DeviceType, runOf, typesOn } from '#contract/devices/deviceType'
import { gateway } from '#contract/devices/gateway'
import { aeratorCalls } from '#contract/devices/aerator'
import { CONTROL, switchCalls } from '#contract/devices/switch'
import { land } from '#contract/farm/land'
import english from '#locales/en-US/devices' with { type: 'json' }
import chinese from '#locales/zh-CN/devices' with { type: 'json' }
import { glyphs } from '#src/map/glyphs.ts'

describe('every type of device', () => {
  test('has an icon, a name in both languages, a page of its list, and the code of that page (PERMISSIONS-13, -14)', () => {
    for (const type of DEVICE_TYPES) {
      const { code, codes, layer, route } = deviceTypes[type]
      expect(glyphs[layer]).toMatch(/^M/)
      for (const words of [english, chinese]) expect(words.type[type]).toMatch(/\S/)
      expect(code).toMatch(/^wfpf\.farm\.equipment\.[A-Za-z-]+$/)
      expect(route).toBe(`/web/equipment/${code.split('.').at(-1)}`)
      for (const act of Object.values(codes)) expect(act.startsWith(`${code}.ps.`)).toBe(true)
      expect(new Set(Object.values(codes)).size).toBe(3)
    }
  })

  test.each<[DeviceType, string, string, string]>([
    ['camera', 'camera.ps.create', 'camera.ps.edit', 'camera.ps.delete'],
    ['insectSituationLamp', 'pest.ps.addPest', 'pest.ps.editPest', 'pest.ps.delPest'],
    ['tzgk_electric_valve', 'electric-valve.ps.add', 'electric-valve.ps.edit', 'electric-valve.ps.remove'],
    ['4GLora_node', 'lora-gateway.ps.addNode', 'lora-gateway.ps.editNode', 'lora-gateway.ps.removeNode'],
    ['aerator_ii', 'aerator.ps.addDevice', 'aerator.ps.editDevice', 'aerator.ps.delDevice'],
  ])('is added, changed and deleted under the codes that the documents name: %s (PERMISSIONS-15 to -17)', (type, ...acts) => {
    const { codes } = deviceTypes[type]
    expect([codes.create, codes.edit, codes.delete]).toEqual(acts.map((act) => `wfpf.farm.equipment.${act}`))
  })
})

test('lists every lamp and lure on the page of pests, and the lamps alone on theirs (PEST-04)', () => {
  const lamps = ['insectSituationLamp', 'insectSituationLamp_II', 'insectSituationLamp_IV']
  expect(typesOn('pest')).toEqual([...lamps, 'sex_inducement'])
  expect(typesOn('pest-lamp')).toEqual(lamps)
})

test('what is turned on ends: pumps and valves after a second to a day, lamps after 60 to 480 minutes (DEVICE-LIMITS-01), motors within the hour', () => {
  for (const type of DEVICE_TYPES) {
    const run = runOf(type, 'ordinary')
    if (run === null) continue
    expect(run.most).toBeLessThanOrEqual(MAX_RUN_SECONDS)
    expect(run.least).toBeGreaterThanOrEqual(1)
    if (run.usual !== null) expect(run.usual === Math.min(run.most, Math.max(run.least, run.usual))).toBe(true)
  }
  const endless = DEVICE_TYPES.filter((type) => runOf(type, 'ordinary')?.usual === null)
  expect(endless).toEqual(['aerator_ii', 'led_screen', 'network_power'])
  expect(runOf('insectSituationLamp', 'ordinary')).toEqual({ least: 3600, most: 28_800, usual: 28_800 })
  expect(runOf('gateway', 'blind')!.most).toBe(3600)
  expect(runOf('soil', 'ordinary')).toBeNull()
})

test('plots and gateways are changed under the codes of their pages (PERMISSIONS-14, -16)', () => {
  expect(land.codes).toMatchObject({ edit: 'wfpf.farm.farm.land.ps.edit', delete: 'wfpf.farm.farm.land.ps.delete' })
  expect(gateway.codes).toMatchObject(deviceTypes.gateway.codes)
})

test('one code lets people control devices, pumps too (PERMISSIONS-12)', () => {
  expect(CONTROL).toBe('wfpf.farm.equipment.gateway.ps.delCollection')
  expect([switchCalls.control.permission, aeratorCalls.control.permission]).toEqual([CONTROL, CONTROL])
})
