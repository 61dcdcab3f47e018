import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useDeviceNames } from '#src/watch/pick/useDeviceNames.ts'
import { show } from '../crud/showing.tsx'
import { alarmServer, pageOf } from '../alarms/alarmServer.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const IDS = Array.from({ length: 205 }, (_, nth) => nth + 1)

function Names() {
  return <p>{IDS.map(useDeviceNames(IDS)).join(' ')}</p>
}

test('more devices than may be asked for at once are all called by their names', async () => {
  const asked = alarmServer([], ({ query }) => {
    const ids = query.get('ids')?.split(',').map(Number) ?? []
    // One is none that this person may see.
    return pageOf(ids.filter((id) => id !== 150).map((id) => ({ id, name: `Probe${id}` })))
  })
  show(<Names />)
  await waitFor(() =>
    expect(screen.getByText(/Probe205$/).textContent).toBe(IDS.map((id) => (id === 150 ? '#150' : `Probe${id}`)).join(' ')),
  )
  expect(asked.filter(({ path }) => path.endsWith('tenant-all')).map(({ query }) => query.get('ids')?.split(',').length)).toEqual([
    100, 100, 5,
  ])
})
