import { cleanup, render, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { Alarm } from '#contract/alarms/alarm'
import type { AlarmRule } from '#contract/alarms/rule'
import InfoPage from '#src/screens/alarms/info/InfoPage.tsx'
import RulePage from '#src/screens/alarms/rule/RulePage.tsx'
import FlowPage from '#src/screens/flows/editor/FlowPage.tsx'
import RunPage from '#src/screens/flows/run/RunPage.tsx'
import { settleDrafts } from '#src/session/drafts.ts'
import { usePageBase } from '#src/session/pageBase.ts'
import { alarmOf, alarmServer } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'
import { flow } from '../flows/editor/aFlow.ts'
import { definition, runOf } from '../flows/flowFacts.ts'

const areaId = 9
const when = { kind: 'compare', code: 'temperature', is: 'below', limit: 2, margin: 0.5, than: null } as const
const alarm: Alarm = {
  ...alarmOf(5, { areaId, itemId: null }),
  clock: null,
  advice: '',
  reason: { when, holdSeconds: 0, since: 0, seen: [], version: 1 },
  cleared: null,
  events: [],
}
const rule: AlarmRule = {
  id: 5,
  areaId,
  name: 'Frost',
  severity: 'critical',
  advice: '',
  scope: { types: null, deviceIds: null, landIds: null },
  when,
  holdSeconds: 0,
  clear: null,
  clearSeconds: 0,
  noData: 'keep',
  during: null,
  enabledFlag: 0,
  version: 1,
  ready: null,
  devices: 0,
  unknown: 0,
  active: 0,
  updatedAt: 0,
  objectVersionNumber: 1,
}
const run = { ...runOf(5, { areaId }), definition, traces: [] }

function Said() {
  return <output>{usePageBase()?.areaName ?? 'the selected one'}</output>
}
afterEach(() => {
  cleanup()
  settleDrafts()
  vi.unstubAllGlobals()
})
const open = (page: ReactElement, path: string, record: object, south: object) => {
  alarmServer([], (asked) => {
    if (asked.path === path) return record
    if (asked.path === 'alarm/people') return []
    return asked.path === 'area/default' && asked.query.get('areaId') === String(areaId) ? south : undefined
  })
  // Beside the page, as the frame is.
  render(<Said />)
  show(
    <Routes>
      <Route path="/page/:id" element={page} />
    </Routes>,
    { at: '/page/5' },
  )
}
const SOUTH = { areaId, areaName: 'South', defaultFlag: 0, enabledFlag: 1 }

test.each([
  ['an alarm', <InfoPage key="alarm" />, 'alarm/5', alarm],
  ['an alarm rule', <RulePage key="rule" />, 'alarm/rule/5', rule],
  ['a flow', <FlowPage key="flow" />, 'intelligent/flow/5', { ...flow, areaId }],
  ['a run', <RunPage key="run" />, 'intelligent/run/5', run],
])('the page of %s of another base is about that one', async (_what, page, path, record) => {
  open(page, path, record, SOUTH)
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('South'))
})

test('a base that may not be seen is not named', async () => {
  open(<RunPage />, 'intelligent/run/5', run, { ...SOUTH, areaId: 1, areaName: 'Another' })
  await screen.findByText(run.flowName)
  expect(document.querySelector('output')?.textContent).toBe('the selected one')
})
