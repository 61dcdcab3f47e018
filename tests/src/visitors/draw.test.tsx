import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import frame from '#locales/zh-CN/frame' with { type: 'json' }
import { draw } from '#src/visitors/draw.tsx'

beforeEach(() => {
  const listeners = { addEventListener: vi.fn(), removeEventListener: vi.fn(), addListener: vi.fn(), removeListener: vi.fn() }
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: false, ...listeners }))
})
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})
const at = (path: string) => {
  history.replaceState(null, '', path)
  document.body.innerHTML = '<div id="root"></div>'
}
const page = { default: () => <p>The tour</p>, ask: vi.fn(() => Promise.resolve()) }

test('a page is asked for what it shows by its address, and drawn', async () => {
  at('/tour/a-key')
  await act(() => draw({ path: '/tour/:key', load: () => Promise.resolve(page) }))
  expect(await screen.findByText('The tour')).toBeTruthy()
  expect(page.ask.mock.calls).toEqual([[expect.anything(), expect.objectContaining({ key: 'a-key' })]])
})

test('one that cannot be fetched says so, takes away what was begun, and is fetched again by its button', async () => {
  at('/tour/a-key')
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const giveUp = vi.fn(() => Promise.resolve())
  let isThere = false
  const load = () => (isThere ? Promise.resolve(page) : Promise.reject(new Error('no network')))
  await act(() => draw({ path: '/tour/:key', load, giveUp }))
  expect(await screen.findByText(frame.empty.missing)).toBeTruthy()
  expect(giveUp).toHaveBeenCalledTimes(1)
  isThere = true
  await userEvent.click(screen.getByRole('button', { name: frame.act.retry }))
  expect(await screen.findByText('The tour')).toBeTruthy()
})
