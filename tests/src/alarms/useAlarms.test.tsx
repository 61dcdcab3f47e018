import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DeviceBoard } from '#src/map/deviceBoard.ts'
import { NO_LIVE_FACTS } from '#src/map/describeDevice.ts'
import { useDeviceBoard } from '#src/map/useDeviceBoard.ts'
import { useAlarmCounts, useDeviceAlarms, useWorstOfDevice } from '#src/live/useAlarms.ts'
import { aDevice } from '../map/aDevice.ts'
import { anAlarm } from '../../streams/alarms/anAlarm.ts'
import { anAlarmFarm } from './anAlarmFarm.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test("a device's mark and list are drawn again for its own alarms only, all from one source", async () => {
  const farm = await anAlarmFarm()
  const drawn = { mark: 0, list: 0 }
  const seen: { worst: string | null; ids: number[]; open: number } = { worst: null, ids: [], open: 0 }
  const Mark = () => {
    drawn.mark++
    seen.worst = useWorstOfDevice(1, 5)
    return null
  }
  const List = () => {
    drawn.list++
    seen.ids = useDeviceAlarms(1, 5).map(({ id }) => id)
    return null
  }
  const Count = () => {
    seen.open = useAlarmCounts(1).open
    return null
  }
  farm.show(
    <>
      <Mark />
      <List />
      <Count />
    </>,
  )
  await waitFor(() => expect(farm.alarmTable.status$.observed).toBe(true))
  farm.put(anAlarm({ id: 1, severity: 'minor' }))
  expect(seen).toEqual({ worst: 'minor', ids: [1], open: 1 })
  const before = { ...drawn }
  farm.put(anAlarm({ id: 2, deviceId: 6 }))
  expect(seen.open).toBe(2)
  expect(drawn).toEqual(before)
  farm.put(anAlarm({ id: 1, severity: 'minor', assigneeId: 4 }))
  expect(drawn).toEqual({ mark: before.mark, list: before.list + 1 })
})

test("a board of devices carries each one's worst alarm, and tells of the devices whose mark changed", async () => {
  const farm = await anAlarmFarm()
  const devices = [aDevice({ id: 5 }), aDevice({ id: 6 })]
  let board = new DeviceBoard(devices, NO_LIVE_FACTS, 0)
  const Board = () => {
    board = useDeviceBoard(devices, 1)
    return null
  }
  farm.show(<Board />)
  await waitFor(() => expect(farm.alarmTable.status$.observed).toBe(true))
  const told: (readonly number[])[] = []
  act(() => void board.onChange((changed) => told.push(changed)))
  farm.put(anAlarm({ id: 1, deviceId: 6, severity: 'major' }))
  expect(told).toEqual([[1]])
  expect(board.state(1).alarm).toBe('major')
  farm.end(1)
  expect(board.state(1).alarm).toBeNull()
  expect(told).toEqual([[1], [1]])
})
