import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FLOWS_EDIT } from '#contract/flows/permission'
import { settleDrafts } from '#src/session/drafts.ts'
import { AREA_ID, type Asked } from '../../alarms/alarmServer.ts'
import { definition, flow } from './aFlow.ts'
import { serve, served, showFlow } from './flowServer.tsx'

let asked: Asked[]
let answer: (query: URLSearchParams) => unknown
beforeEach(() => {
  answer = () => undefined
  const triggers = [{ kind: 'cron', cron: '30 5 * * 1,6', missed: 'skip' } as const, definition.triggers[0]!]
  Object.assign(served, { kept: { ...flow, definition: { ...definition, triggers } }, refusal: null, longestRun: null })
  asked = serve([FLOWS_EDIT], ({ path, query }) => (path === 'intelligent/flow/times' ? answer(query) : undefined))
})
afterEach(() => {
  cleanup()
  settleDrafts()
  vi.unstubAllGlobals()
})
const open = async (name: RegExp) => {
  showFlow(5)
  await userEvent.click(await screen.findByRole('button', { name: 'List' }))
  await userEvent.click(screen.getByRole('button', { name }))
}
const questions = () => asked.filter(({ path }) => path === 'intelligent/flow/times').map(({ query }) => Object.fromEntries(query))
const expression = () => screen.getByRole('textbox', { name: /^Expression/ })

test('a cron text stands with its next times, by the clock of the base', async () => {
  await open(/^Cron expression/)
  const times = await screen.findByRole('region', { name: 'Next starts (Asia/Shanghai)' })
  expect(
    within(times)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sat, Nov 28, 2026, 05:30', 'Mon, Nov 30, 2026, 05:30'])
  expect(questions()).toEqual([{ areaId: String(AREA_ID), kind: 'cron', cron: '30 5 * * 1,6' }])
})

test('a time of day is asked with its days', async () => {
  await open(/^Time of day/)
  await screen.findByRole('region', { name: /^Next starts/ })
  expect(questions()).toEqual([{ areaId: String(AREA_ID), kind: 'time', minute: '360', days: '1,2,3,4,5,6,7' }])
})

test('what the server finds wrong with a cron text stands beside it, and no time of another', async () => {
  const words = 'No such day'
  answer = (query) =>
    query.get('cron') === '0 0 30 2 *'
      ? Response.json({ failed: true, code: 'error.input.invalid', message: '', fields: { cron: words } }, { status: 400 })
      : undefined
  await open(/^Cron expression/)
  await screen.findByRole('region', { name: /^Next starts/ })
  await userEvent.clear(expression())
  await userEvent.type(expression(), '0 0 30 2 *')
  await waitFor(() => expect(expression().getAttribute('aria-invalid')).toBe('true'))
  expect(expression().getAttribute('aria-describedby')).toBe(screen.getByText(words).id)
  expect(screen.queryByRole('region', { name: /^Next starts/ })).toBeNull()
})

test('one that never comes is said to start nothing', async () => {
  answer = () => ({ zone: 'Asia/Shanghai', times: [] })
  await open(/^Cron expression/)
  expect(await screen.findByText('There is no such time: it never starts the flow')).toBeTruthy()
})
