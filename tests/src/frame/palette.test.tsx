import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceTypes } from '#contract/devices/deviceType'
import { moduleMenus } from '#src/frame/menu/menu.ts'
import { DeviceOpeners } from '#src/frame/openers.tsx'
import { Palette } from '#src/frame/palette/Palette.tsx'
import { chooseArea, chosenArea } from '#src/session/area.ts'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { signedIn } from '../signedIn.ts'

const devices = [aDevice({ id: 5, name: 'Gate five', areaId: 3, deviceType: 'inverter' }), aDevice({ id: 6, name: 'Pond six', areaId: 3 })]
let asked: (string | null)[]
let held: readonly string[]
beforeEach(async () => {
  asked = []
  held = []
  chooseArea(1)
  await signedIn(({ pathname, searchParams }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held.includes(code) }))
    const content = pathname.endsWith('/tenant-all') ? devices : []
    if (content.length > 0) asked.push(searchParams.get('find'))
    return { content, number: 1, size: 10, totalElements: content.length }
  })
})
afterEach(() => {
  cleanup()
  chooseArea(null)
  vi.unstubAllGlobals()
})

async function find(name: string, letters: readonly string[]) {
  const windows = { collect: ({ deviceId }: { deviceId: number }) => <p>{`window of ${deviceId}`}</p> }
  const shown = show(
    <DeviceOpeners windows={windows}>
      <Palette open onClose={() => undefined} menus={moduleMenus(() => false)} />
    </DeviceOpeners>,
  )
  const box = await screen.findByRole('combobox')
  for (const value of letters) fireEvent.change(box, { target: { value } })
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
  return shown
}

test('a device without a window of its own is found on the map of its base, where its name is handed on', async () => {
  const { router } = await find('Gate five', ['g', 'ga', 'gate'])
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/web/farm/map?device=5'))
  expect(chosenArea.get()).toBe(3)
  // Asked for once, when typing rests.
  expect(asked).toEqual(['gate'])
})

test('a device whose page the person may open is found there', async () => {
  held = [deviceTypes.inverter.code]
  const { router } = await find('Gate five', ['gate'])
  await waitFor(() => expect(router.state.location.pathname).toBe('/web/equipment/transducer/info/5'))
})

test('one that has a window is opened where the person is', async () => {
  const { router } = await find('Pond six', ['pond'])
  expect(await screen.findByText('window of 6')).toBeTruthy()
  expect([router.state.location.pathname, chosenArea.get()]).toEqual(['/', 1])
})
