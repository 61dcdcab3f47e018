import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { DeviceTitle } from '#src/screens/devices/DeviceTitle.tsx'
import { Page } from '#src/ui/Page.tsx'
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
