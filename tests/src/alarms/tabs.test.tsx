import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ALARM_RULES_EDIT } from '#contract/alarms/permission'
import { READY_NAMES } from '#contract/alarms/ready'
import { ReportTab } from '#src/screens/alarms/report/ReportTab.tsx'
import { RuleTab } from '#src/screens/alarms/rules/RuleTab.tsx'
import { SilenceTab } from '#src/screens/alarms/silences/SilenceTab.tsx'
import { clearToasts } from '#src/ui/toast.ts'
import { show } from '../crud/showing.tsx'
import { alarmServer, AREA_ID, pageOf } from './alarmServer.ts'

afterEach(() => {
  cleanup()
  clearToasts()
  vi.unstubAllGlobals()
})

const frost = {
  id: 5,
  areaId: AREA_ID,
  name: 'Frost',
  severity: 'critical',
  advice: '',
  scope: { types: null, deviceIds: null, landIds: null },
  when: { kind: 'compare', code: 'temperature', is: 'below', limit: 2, margin: 0, than: null },
  holdSeconds: 0,
  clear: null,
  clearSeconds: 0,
  noData: 'keep',
  during: null,
  enabledFlag: 1,
  version: 1,
  ready: 'frost',
  devices: 3,
  unknown: 1,
  active: 2,
  updatedAt: 0,
  objectVersionNumber: 1,
}

test('a ready rule is adopted by one click, and one that was before says so', async () => {
  const asked = alarmServer([ALARM_RULES_EDIT], ({ method, path }) => {
    if (path === 'alarm/rule/ready') return { ...frost, id: 6, ready: 'heat' }
    if (path === 'alarm/rule' && method === 'GET') return pageOf([frost])
    return undefined
  })
  show(<RuleTab areaId={AREA_ID} />)
  expect(await screen.findByText('Air temperature below 2 °C')).toBeTruthy()
  expect(screen.getByText('3 devices, 1 cannot be judged')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Add from the library' }))
  const library = await screen.findByRole('dialog', { name: 'Library of rules' })
  expect(within(library).getAllByRole('listitem')).toHaveLength(READY_NAMES.length)
  const line = (name: string) => within(within(library).getByRole('listitem', { name }))
  await waitFor(() => expect(line('Frost').getByText('Adopted')).toBeTruthy())
  await userEvent.click(line('Heat').getByRole('button', { name: /Adopt/ }))
  expect(await screen.findByText('“Heat” was adopted and is on')).toBeTruthy()
  expect(asked.find(({ path }) => path === 'alarm/rule/ready')!.body).toEqual({ areaId: AREA_ID, ready: 'heat' })
})

test('switching a rule off asks where alarms of it are active', async () => {
  const asked = alarmServer([ALARM_RULES_EDIT], ({ method, path }) =>
    path.startsWith('alarm/rule') ? (method === 'GET' ? pageOf([frost]) : { ...frost, enabledFlag: 0 }) : undefined,
  )
  show(<RuleTab areaId={AREA_ID} />)
  const watching = await screen.findByRole<HTMLInputElement>('switch', { name: 'Watching: Frost' })
  await waitFor(() => expect(watching.disabled).toBe(false))
  await userEvent.click(watching)
  const question = await screen.findByRole('dialog', { name: 'Switch “Frost” off?' })
  expect(within(question).getByText('2 alarms of it are active and will be cleared.')).toBeTruthy()
  await userEvent.click(within(question).getByRole('button', { name: 'Switch off' }))
  expect(await screen.findByText('The rule is off')).toBeTruthy()
  expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({ path: 'alarm/rule/5/enabled', body: { enabledFlag: 0 } })
})

test('a silence of the whole base is added once it has a reason, and faults stand beside their inputs', async () => {
  const asked = alarmServer([ALARM_RULES_EDIT], ({ method, path }) =>
    path === 'alarm/silence' && method === 'POST' ? { id: 1 } : undefined,
  )
  show(<SilenceTab areaId={AREA_ID} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add a silence' }))
  const window = await screen.findByRole('dialog', { name: 'Add a silence' })
  await userEvent.click(within(window).getByRole('button', { name: 'Save' }))
  expect(within(window).getByRole('combobox', { name: 'Devices' }).getAttribute('aria-invalid')).toBe('true')
  const reason = within(window).getByRole('textbox', { name: /Reason/ })
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(within(window).getByRole('radio', { name: 'The whole base' }))
  await userEvent.type(reason, 'New pump')
  await userEvent.click(within(window).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Silence added')).toBeTruthy()
  expect(asked.find(({ method }) => method === 'POST')!.body).toMatchObject({ areaId: AREA_ID, deviceIds: null, reason: 'New pump' })
})

test('the report says how many there were, by rule and by device, and how soon somebody knew', async () => {
  const asked = alarmServer([], ({ path }) =>
    path === 'alarm/report'
      ? {
          total: 12,
          neverAcknowledged: 4,
          medianToAcknowledge: 270_000,
          hours: [],
          rules: [{ ruleId: 5, name: 'Frost', count: 9, neverAcknowledged: 1 }],
          devices: [{ deviceId: null, name: 'Gone', count: 3, neverAcknowledged: 3 }],
        }
      : undefined,
  )
  show(<ReportTab areaId={AREA_ID} />, { at: '/?tab=report&days=31' })
  expect(await screen.findByText('12')).toBeTruthy()
  expect(screen.getByText('5 min')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Frost' }).getAttribute('href')).toContain('ruleId=5')
  expect(screen.getByText('Gone')).toBeTruthy()
  // What was never acknowledged is listed by the moments that were counted; of what is gone there is nothing to ask by.
  const never = screen.getByRole('link', { name: 'Never acknowledged: 4' }).getAttribute('href')!
  const { query } = asked.find(({ path }) => path === 'alarm/report')!
  expect(Number(query.get('endTime')) - Number(query.get('startTime'))).toBeLessThanOrEqual(31 * 86_400_000)
  const span = { since: query.get('startTime'), until: query.get('endTime') }
  const saidIn = (address: string) => Object.fromEntries(new URL(address, 'http://farm.example').searchParams)
  expect(saidIn(never)).toEqual({ standing: 'unacknowledged', ...span })
  expect(saidIn(screen.getByRole('link', { name: '1' }).getAttribute('href')!)).toEqual({
    standing: 'unacknowledged',
    ruleId: '5',
    ...span,
  })
  expect(screen.queryByRole('link', { name: '3' })).toBeNull()
})
