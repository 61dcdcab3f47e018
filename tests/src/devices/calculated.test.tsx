import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CollectItem } from '#contract/devices/collect'
import { CalculatedForm } from '#src/screens/devices/collect/CalculatedForm.tsx'
import { fittingSources } from '#src/screens/devices/collect/fittingSources.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const item = (id: number, name: string, unit: string | null, more: Partial<CollectItem> = {}) =>
  ({ id, name, unit, code: name, calculation: null, objectVersionNumber: 1, ...more }) as CollectItem
const made = item(4, 'Rain today', 'mm', { calculation: { formula: 'daySum', sourceIds: [3] }, objectVersionNumber: 2 })
const items = [item(1, 'Air', '°C'), item(2, 'Humidity', '%'), item(3, 'Rain', 'mm'), item(5, 'Flow', 'm³/h'), made]

let sent: [path: string, body: unknown][] = []
beforeEach(async () => {
  sent = []
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/trial')) return { ts: 1_764_000_000_000, value: 12.345, unit: '°C' }
    if (!pathname.includes('/calculated')) return
    sent.push([pathname, body === '' ? null : JSON.parse(body)])
    return made
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const nothing = () => undefined
async function choose(label: RegExp, option: string) {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

test('only items in the unit of the formula are offered, and none that is calculated itself', () => {
  const names = (...given: Parameters<typeof fittingSources>) => fittingSources(...given).map(({ name }) => name)
  expect(names(items, 'dewPoint', 0)).toEqual(['Air'])
  expect(names(items, 'dewPoint', 1)).toEqual(['Humidity'])
  expect(names(items, 'daySum', 0)).toEqual(['Air', 'Humidity', 'Rain', 'Flow'])
  expect(names(items, 'dayVolume', 0)).toEqual(['Flow'])
})

test('a new one is sent once its sources are chosen, and shows what it would give now', async () => {
  const saved = vi.fn()
  show(<CalculatedForm deviceId={9} item={null} items={items} onClose={nothing} onSaved={saved} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findAllByText('Please fill this in')).toHaveLength(2)
  expect(sent).toEqual([])
  await choose(/^Air temperature/, 'Air (°C)')
  await choose(/^Humidity/, 'Humidity (%)')
  expect(await screen.findByText(/^It would be 12.35 °C now/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(sent).toEqual([['/wfpe/v1/1/device/gateway/9/calculated', { formula: 'dewPoint', firstId: 1, secondId: 2, name: null }]])
})

test('one that is there is removed only after a word', async () => {
  const saved = vi.fn()
  show(<CalculatedForm deviceId={9} item={made} items={items} onClose={nothing} onSaved={saved} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  const question = await screen.findByText('Remove "Rain today"?')
  expect(sent).toEqual([])
  fireEvent.click([...question.closest('[role=dialog]')!.querySelectorAll('button')].find((one) => one.textContent === 'Remove')!)
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(sent).toEqual([['/wfpe/v1/1/device/calculated/4', null]])
})
