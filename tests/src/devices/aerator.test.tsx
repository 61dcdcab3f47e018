import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Pump } from '#contract/devices/aerator'
import { deviceTypes } from '#contract/devices/deviceType'
import { CONTROL } from '#contract/devices/switch'
import crud from '#locales/en-US/crud' with { type: 'json' }
import devices from '#locales/en-US/devices' with { type: 'json' }
import { Pumps } from '#src/screens/devices/page/Pumps.tsx'
import { AeratorDialog } from '#src/screens/devices/AeratorDialog.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'
import { aDevice } from '../map/aDevice.ts'
import { fakeLive } from './fakeLive.ts'

vi.mock('#src/ui/toast.ts', async (original) => ({
  ...(await original<typeof import('#src/ui/toast.ts')>()),
  toast: (kind: string, words: string) => said.push([kind, words]),
}))

const since = Date.now() - 60_000
const aPump = (node: number, given: Partial<Pump>): Pump => ({
  id: node,
  regulatorId: 7,
  name: `Pump no. ${node}`,
  node,
  statusFlag: false,
  faultFlag: 0,
  faultItemId: 30 + node,
  onlineFlag: 1,
  icon: null,
  ts: since,
  command: null,
  runsUntil: null,
  longestRun: null,
  objectVersionNumber: 1,
  ...given,
})
const pumps = [aPump(1, { statusFlag: true }), aPump(2, {}), aPump(3, { faultFlag: 2 }), aPump(4, { onlineFlag: 0, faultFlag: 2 })]
let listed: readonly Pump[]
let removed: () => Response
let said: [string, string][]
let asked: { method: string; address: string; type: string | null; body: unknown }[]

beforeEach(() => {
  asked = []
  said = []
  listed = pumps
  removed = () => Response.json(1)
  startAnew('')
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'operator', realName: 'Operator', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    asked.push({ method, address: String(address), type: new Headers(init.headers).get('content-type'), body: init.body })
    if (method === 'DELETE') return removed()
    const answer = String(address).includes('check-resources')
      ? [CONTROL, deviceTypes.aerator_ii.codes.edit].map((code) => ({ code, approve: true }))
      : method === 'POST'
        ? { result: 1, commandId: 'c', state: 'sent', message: null }
        : String(address).includes('/aerator/open/list')
          ? listed
          : /run-hours|manual-hold/.test(String(address))
            ? []
            : { ...aDevice({ id: 7, name: 'Pond 1', deviceType: 'aerator_ii' }), items: [] }
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  startAnew('')
  session.set({ status: 'signedOut', self: null, tenantId: -1, accessToken: () => Promise.reject(new Error('over')) })
})

test('the window of an aerator lists the pumps of its regulator, each open or closed, well or not, and turns one by a form', async () => {
  const fake = fakeLive()
  show(<AeratorDialog deviceId={7} areaId={1} open onClose={() => undefined} />, { live: fake.live })
  const row = (node: number) => screen.getByRole('listitem', { name: `Pump no. ${node}` })
  await screen.findByRole('listitem', { name: 'Pump no. 1' })
  expect(asked.map(({ address }) => address)).toContainEqual(expect.stringMatching(/aerator\/open\/list\?regulatorId=7$/))
  const { lost, normal, abnormal } = devices.aerator
  const told = [1, 2, 3, 4].map((node) => row(node).textContent)
  for (const [at, words] of [
    ['Already open', normal],
    ['Already closed', normal],
    ['Already closed', abnormal],
    ['Already closed', lost],
  ].entries())
    for (const word of words) expect(told[at]).toContain(word)
  expect(told[3]).not.toContain(abnormal)

  await userEvent.click(await within(row(2)).findByRole('switch'))
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
  const turned = asked.find(({ address }) => address.includes('/aerator/open/2'))!
  expect([turned.method, turned.type, String(turned.body)]).toEqual(['POST', expect.stringContaining('x-www-form-urlencoded'), 'status=1'])
  act(() =>
    fake.switches.put(2, { status: 1, ts: Date.now(), command: { id: 'c', state: 'observed', at: Date.now(), status: 1, message: null } }),
  )
  await waitFor(() => expect(row(2).textContent).toContain('Already open'))
})

test('a pump that breaks while its window is open says so, and so does one whose regulator goes', async () => {
  const fake = fakeLive()
  show(<AeratorDialog deviceId={7} areaId={1} open onClose={() => undefined} />, { live: fake.live })
  const row = (node: number) => screen.getByRole('listitem', { name: `Pump no. ${node}` })
  await screen.findByRole('listitem', { name: 'Pump no. 1' })
  const { lost, normal, abnormal } = devices.aerator
  expect(row(1).textContent).toContain(normal)
  act(() => fake.readings.put(31, { value: 2, ts: Date.now() }))
  expect(row(1).textContent).toContain(abnormal)
  expect(row(1).textContent).toContain(devices.says.phaseLoss)
  act(() => fake.readings.put(31, { value: 1, ts: Date.now() }))
  expect(row(1).textContent).toContain(devices.says.overload)
  expect(row(2).textContent).toContain(normal)
  act(() => fake.readings.put(31, { value: 0, ts: Date.now() }))
  expect(row(1).textContent).toContain(normal)
  act(() => fake.presence.put(7, { presence: 'offline', heardAt: Date.now() }))
  for (const node of [1, 2, 3]) expect(row(node).textContent).toContain(lost)
})

describe('the page of an aerator', () => {
  const pumpsOnPage = async () => {
    show(<Pumps deviceId={7} onPage />, { live: fakeLive().live })
    await screen.findByRole('listitem', { name: 'Pump no. 1' })
    return screen.findByRole<HTMLButtonElement>('button', { name: devices.aerator.add })
  }
  const removal = () => screen.getByRole('button', { name: `${devices.aerator.remove}: Pump no. 2` })
  const confirmed = async () => {
    await userEvent.click(removal())
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: devices.aerator.remove }))
  }

  test('offers no fifth pump, and one more where there are three', async () => {
    expect((await pumpsOnPage()).disabled).toBe(true)
    cleanup()
    listed = pumps.slice(1)
    startAnew('')
    show(<Pumps deviceId={7} onPage />, { live: fakeLive().live })
    await screen.findByRole('listitem', { name: 'Pump no. 2' })
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: devices.aerator.add })).disabled).toBe(false)
  })

  test('deletes a pump after a word, says so, and reads anew which there are', async () => {
    await pumpsOnPage()
    removed = () => {
      listed = pumps.filter(({ id }) => id !== 2)
      return Response.json(1)
    }
    await confirmed()
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Pump no. 2' })).toBeNull())
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ address }) => address)).toEqual([
      expect.stringMatching(/\/aerator\/open\/2$/),
    ])
    expect(said).toEqual([['success', crud.deleted]])
  })

  test.each([
    ['The pump runs', 'The pump runs'],
    ['', crud.delError],
  ])('says why a pump was not deleted: "%s"', async (message, words) => {
    await pumpsOnPage()
    removed = () => Response.json({ failed: true, code: 'error.conflict', message }, { status: 409 })
    await confirmed()
    await waitFor(() => expect(said).toEqual([['error', words]]))
    expect(await screen.findByRole('listitem', { name: 'Pump no. 2' })).toBeTruthy()
  })
})
