import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DevicePicker } from '#src/watch/pick/DevicePicker.tsx'
import { OneDevicePicker } from '#src/watch/pick/OneDevicePicker.tsx'
import { AREA_ID, alarmServer, pageOf } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const devices = [
  { id: 8, name: 'Gateway', eui: 'gw-8' },
  { id: 9, name: 'Probe', eui: 'pr-9' },
]

test.each([
  ['several', (choose: (chosen: unknown) => void) => <DevicePicker areaId={AREA_ID} label="Device" value={[]} onChange={choose} />, [9]],
  ['one', (choose: (chosen: unknown) => void) => <OneDevicePicker areaId={AREA_ID} label="Device" value={null} onChange={choose} />, 9],
] as const)('what is typed of the name of %s is asked of the base, and what is found is chosen', async (_, picker, chosen) => {
  const asked = alarmServer([], ({ path, query }) =>
    path.startsWith('device/gateway/tenant-all')
      ? pageOf(devices.filter(({ name }) => name.startsWith(query.get('find') ?? '')))
      : undefined,
  )
  const choose = vi.fn<(chosen: unknown) => void>()
  show(picker(choose))
  await userEvent.type(screen.getByRole('combobox', { name: 'Device' }), 'Pr')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  expect(asked.map(({ query }) => [query.get('areaId'), query.get('find')])).toContainEqual([String(AREA_ID), 'Pr'])
  await userEvent.click(screen.getByRole('option', { name: 'Probe pr-9' }))
  expect(choose).toHaveBeenCalledWith(chosen)
})
