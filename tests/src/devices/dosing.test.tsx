import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deviceTypes } from '#contract/devices/deviceType'
import type { DosingState, Recipe } from '#contract/devices/dosing'
import { CONTROL } from '#contract/devices/switch'
import devices from '#locales/en-US/devices' with { type: 'json' }
import { DosingPanel } from '#src/screens/devices/page/dosing/DosingPanel.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { fakeLive } from './fakeLive.ts'

const says = devices.dosing
const aRecipe: Recipe = {
  id: 3,
  name: 'Leaves',
  ec: 0.16,
  ph: 6,
  mode: 'share',
  channels: [{ channel: 1, amount: 100 }],
  objectVersionNumber: 1,
}
let recipes: Recipe[]
let codes: readonly string[]
let state: Partial<DosingState>

beforeEach(() => {
  recipes = []
  codes = [CONTROL, deviceTypes.waterFertilizer.codes.edit]
  state = { running: false }
  startAnew('')
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  vi.stubGlobal('fetch', async (given: string, init: RequestInit = {}) => {
    const address = String(given)
    const answer = address.includes('check-resources')
      ? (JSON.parse(init.body as string) as string[]).map((code) => ({ code, approve: codes.includes(code) }))
      : address.includes('/dosing/recipes')
        ? recipes
        : address.includes('/dosing')
          ? { running: null, started: null, runsUntil: null, channels: [], volumeItemId: null, runningItemId: null, ...state }
          : { content: [], totalElements: 0, totalPages: 0, number: 0, size: 0 }
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  startAnew('')
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

const open = () =>
  show(<DosingPanel device={aDevice({ id: 7, name: 'Mixer', deviceType: 'waterFertilizer' })} />, { live: fakeLive().live })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

test.each([
  ['who may make one', [CONTROL, deviceTypes.waterFertilizer.codes.edit], says.needsRecipe],
  ['who may not', [CONTROL], says.needsRecipeOfOthers],
])('where there is no recipe the button to start says why it cannot be pressed, to somebody %s', async (_who, held, reason) => {
  codes = held
  open()
  await screen.findByText(reason)
  expect((await button(says.start)).disabled).toBe(true)
})

test('with a recipe a machine that rests can be started, and one of which nobody knows can be stopped', async () => {
  recipes = [aRecipe]
  state = { running: null }
  open()
  expect((await button(says.start)).disabled).toBe(false)
  expect((await button(says.stop)).disabled).toBe(false)
  expect(screen.queryByText(says.needsRecipe)).toBeNull()
})
