import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DeviceTitle } from '#src/screens/devices/DeviceTitle.tsx'
import { Page } from '#src/ui/Page.tsx'
import devices from '#locales/en-US/devices' with { type: 'json' }
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { fakeLive } from './fakeLive.ts'

afterEach(cleanup)

test('the window is called by the device that is open in it, before its page: two of them are told apart', async () => {
  for (const name of ['Pond gateway', 'Greenhouse gateway']) {
    show(
      <Page title="Gateways">
        <DeviceTitle device={aDevice({ name })} fallback="" />
      </Page>,
      { live: fakeLive().live },
    )
    await waitFor(() => expect(document.title).toBe(`${name} · Gateways`))
    cleanup()
  }
})

test('of a device that is unknown since its gateway is not heard the mark says so, and of one that is there or gone by itself it does not', () => {
  const marked = (given: Parameters<typeof aDevice>[0]) => {
    show(<DeviceTitle device={aDevice(given)} fallback="" />, { live: fakeLive().live })
    const text = document.body.textContent
    cleanup()
    return text
  }
  const behind = devices.presence.behind.replace('{{gateway}}', 'Tower')
  expect(marked({ presence: 'unknown', behind: 'Tower' })).toContain(behind)
  expect(marked({ presence: 'online', behind: 'Tower' })).not.toContain('Tower')
  expect(marked({ presence: 'offline', behind: 'Tower' })).toContain(devices.presence.offline)
  expect(marked({ presence: 'unknown' })).toContain(devices.presence.unknown)
})
