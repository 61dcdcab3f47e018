import { describe, expect, test } from 'vitest'
import { DEVICE_TYPES, deviceTypes } from '#contract/devices/deviceType'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { COMMANDS, HEALTHS, POWERS } from '#src/map/describeDevice.ts'
import { glyphs } from '#src/map/glyphs.ts'
import { LAYER_NAMES, LOOK_COUNT, lookOf, markerKey, sizeAt } from '#src/map/markerKey.ts'

describe('markerKey', () => {
  test('every look has a key of its own that leads back to it, and there are no others', () => {
    const seen = new Set<number>()
    for (const layer of LAYER_NAMES)
      for (const health of HEALTHS)
        for (const outside of [false, true])
          for (const power of POWERS)
            for (const command of COMMANDS) {
              for (const alarm of [null, ...ALARM_SEVERITIES]) {
                const look = { layer, health, outside, alarm, power, command }
                const key = markerKey(look)
                expect(lookOf(key)).toEqual(look)
                seen.add(key)
              }
            }
    expect(seen.size).toBe(LOOK_COUNT)
    expect(Math.min(...seen)).toBe(0)
    expect(Math.max(...seen)).toBe(LOOK_COUNT - 1)
  })

  test('keys fit the typed array that markers keep them in', () => {
    expect(LOOK_COUNT).toBeLessThan(2 ** 16)
  })

  test("every device type has a layer with a picture, and 4G LoRa nodes use the LoRaWAN node's", () => {
    for (const type of DEVICE_TYPES) expect(glyphs[deviceTypes[type].layer]).toMatch(/^M/)
    expect(glyphs['4GLora_node']).toBe(glyphs.lorawan_node)
  })

  test('pictures grow with the zoom', () => {
    expect([5, 14, 15, 16, 17, 20].map(sizeAt)).toEqual(['dot', 'dot', 'disc', 'disc', 'large', 'large'])
  })
})
