import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ClockMark } from '#src/devices/ClockMark.tsx'
import { NameCell } from '#src/screens/devices/list/cells.tsx'
import { DeviceStanding } from '#src/screens/devices/page/DeviceStanding.tsx'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { fakeLive } from './fakeLive.ts'

afterEach(cleanup)

test.each([
  [-20 * 60_000, 'Clock 20 minutes behind'],
  [8 * 3_600_000, 'Clock 8 hours ahead'],
  [61_000, 'Clock 61 seconds ahead'],
  [-26 * 365 * 86_400_000, 'Clock 9490 days behind'],
  [null, 'Clock not known'],
])('a clock that is wrong by %s ms is said to be', (offset, words) => {
  show(<ClockMark clock={{ offset, since: 1 }} />)
  expect(screen.getByText(words)).toBeTruthy()
})

test('of a clock that is right nothing is said', () => {
  show(<ClockMark clock={null} />)
  expect(document.querySelector('[data-clock]')).toBeNull()
})

test('the list and the page of a device say so', () => {
  const { live } = fakeLive()
  const device = aDevice({ clock: { offset: 3_600_000 * 5, since: 1 } })
  show(<DeviceStanding device={device} />, { live })
  expect(screen.getByText('Clock 5 hours ahead')).toBeTruthy()
  cleanup()
  show(<NameCell of={device} />, { live })
  expect(screen.getByText('Clock 5 hours ahead')).toBeTruthy()
})
