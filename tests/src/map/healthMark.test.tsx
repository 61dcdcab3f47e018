import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DeviceBoard } from '#src/map/deviceBoard.ts'
import { NO_LIVE_FACTS } from '#src/map/describeDevice.ts'
import { HealthMark } from '#src/map/HealthMark.tsx'
import { show } from '../crud/showing.tsx'
import { aDevice } from './aDevice.ts'

afterEach(cleanup)

test.each([
  [false, 'Alarm: Critical'],
  [true, 'No data: Critical'],
])('an alarm is marked as what it says of a device: %s', (noData, words) => {
  const board = new DeviceBoard([aDevice({ id: 7 })], { ...NO_LIVE_FACTS, alarm: () => 'critical', noData: () => noData }, 1000)
  show(<HealthMark state={board.state(0)} />)
  expect(screen.getByText(words)).toBeTruthy()
})
