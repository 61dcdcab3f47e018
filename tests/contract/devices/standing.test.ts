import { expect, test } from 'vitest'
import { countStanding, isCounted } from '#contract/devices/standing'

test('only devices whose presence is shown are counted; online, offline and unknown together are their total', () => {
  expect((['camera', 'lorawan_gateway', 'gateway'] as const).map(isCounted)).toEqual([false, false, true])
  const standing = countStanding([
    { deviceType: 'camera', presence: 'online' },
    { deviceType: 'lorawan_gateway', presence: 'offline' },
    { deviceType: 'gateway', presence: 'online', devices: 3 },
    { deviceType: 'gateway', presence: 'offline' },
    { deviceType: 'gateway', presence: 'unknown' },
  ])
  expect(standing).toEqual({ total: 5, online: 3, offline: 1, unknown: 1 })
})
