import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CONTROL } from '#contract/devices/switch'
import type { Device } from '#contract/devices/device'
import devices from '#locales/en-US/devices' with { type: 'json' }
import { DeviceDialog } from '#src/screens/panoramas/preview/DeviceDialog.tsx'
import { alarmServer, type Asked } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { fakeLive } from '../devices/fakeLive.ts'
import { deviceOf, words } from './panoramaServer.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const valve = {
  ...deviceOf({ deviceType: 'tzgk_electric_valve', name: 'Field valve', eui: 'V-1', main: null }),
  switches: [{ switchId: 5, name: 'Sprinkler', circuit: 1, status: 0, kind: 'ordinary', ts: Date.now() }],
} as unknown as Device
function open(device: Device, codes: readonly string[]): Asked[] {
  const asked = alarmServer(codes, ({ path }) => {
    if (path.endsWith('/state')) return { ...device, items: device.main ? [device.main] : [] }
    if (path === 'mqtt/control/switch') return { result: 1, commandId: 'c1', state: 'sent', message: null, heldSeconds: null }
    return undefined
  })
  show(<DeviceDialog device={device} onClose={() => undefined} />, { live: fakeLive().live })
  return asked
}
const group = () => screen.queryByRole('group', { name: 'Sprinkler' })

test('a device says what it is, its number and what it measures, and its page is one press away (VR-PREVIEW-05, -06)', async () => {
  open(deviceOf(), [])
  const dialog = await screen.findByRole('dialog', { name: devices.type.gateway_water })
  for (const text of ['Water station', 'W-1', 'Dissolved oxygen']) expect(await within(dialog).findByText(text)).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: words.device.page }).getAttribute('href')).toMatch(/\/9$/)
  expect(within(dialog).queryByText(words.device.switches)).toBeNull()
})

test('who may not turn it sees how it stands, and is told that it is not theirs to turn', async () => {
  open(valve, [])
  expect(await screen.findByText(words.device.noSwitch)).toBeTruthy()
  expect(screen.getByText(`Sprinkler: ${devices.status.ordinary[0]}`)).toBeTruthy()
  expect(group()).toBeNull()
})

test('who may turns it, and it stays as it is until the device says otherwise', async () => {
  const asked = open(valve, [CONTROL])
  await waitFor(() => expect(group()).not.toBeNull())
  const wish = within(group()!).getByRole('button', { name: devices.status.ordinary[1] })
  await userEvent.click(wish)
  await waitFor(() => expect(asked.filter(({ path }) => path === 'mqtt/control/switch')).toHaveLength(1))
  expect(asked.find(({ path }) => path === 'mqtt/control/switch')!.body).toMatchObject({ switchId: 5, sw: 1, eui: 'V-1', circuit: 1 })
  expect(wish.getAttribute('aria-pressed')).toBe('false')
  expect(screen.queryByText(words.device.noSwitch)).toBeNull()
})
