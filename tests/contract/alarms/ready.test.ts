import { describe, expect, test } from 'vitest'
import { READY_NAMES, readyRules } from '#contract/alarms/ready'
import { bandOf, deviceTypes, type DeviceType } from '#contract/devices/deviceType'
import { leavesOf } from '#contract/watch/condition'

const types = Object.keys(deviceTypes) as DeviceType[]
const measuredBy = (type: DeviceType) => Object.keys(deviceTypes[type].measures)
const concerns = (type: DeviceType) => READY_NAMES.filter((name) => readyRules[name].logic.scope.types?.includes(type) ?? true)

describe('the library of ready rules', () => {
  test.each(types)('has one for %s', (type) => {
    expect(concerns(type)).toContain('deviceLost')
    // Channels that may stand for anything are nobody's to have an opinion of; a camera is there or is lost.
    if (type !== 'acquisition_control' && measuredBy(type).length > 0) expect(concerns(type).length).toBeGreaterThan(1)
  })

  test.each(READY_NAMES)('%s asks each of its types only what that says', (name) => {
    const { scope, when } = readyRules[name].logic
    for (const type of scope.types ?? [])
      for (const leaf of leavesOf(when)) {
        if (leaf.kind === 'circuit') expect([type, deviceTypes[type].circuits]).not.toEqual([type, null])
        if ('code' in leaf) expect([type, measuredBy(type)]).toEqual([type, expect.arrayContaining([leaf.code]) as string[]])
      }
  })

  test.each(READY_NAMES)('%s raises nothing where each of its types is within what is normal for it', (name) => {
    const { scope, when } = readyRules[name].logic
    for (const type of scope.types ?? [])
      for (const leaf of leavesOf(when)) {
        if (leaf.kind !== 'compare') continue
        const { low, high } = bandOf(type, leaf.code)
        if (leaf.is === 'below' && low !== null) expect([type, leaf.limit <= low]).toEqual([type, true])
        if (leaf.is === 'above' && high !== null) expect([type, leaf.limit >= high]).toEqual([type, true])
      }
  })
})
