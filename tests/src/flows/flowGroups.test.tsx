import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import FlowGroupPage from '#src/screens/flows/groups/FlowGroupPage.tsx'
import { alarmServer, AREA_ID, pageOf } from '../alarms/alarmServer.ts'
import { show } from '../crud/showing.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the flow groups of the selected base are listed with their priority', async () => {
  const group = {
    groupId: 4,
    name: 'Water',
    areaId: AREA_ID,
    priority: 2,
    exclusiveFlag: 1,
    note: null,
    objectVersionNumber: 1,
    labels: {},
  }
  const asked = alarmServer([], ({ path }) => (path === 'intelligent/group' ? pageOf([group]) : undefined))
  show(<FlowGroupPage />)
  const row = within(await screen.findByRole('row', { name: /Water/ }))
  expect(row.getByText('2')).toBeTruthy()
  expect(asked.find(({ path }) => path === 'intelligent/group')!.query.get('areaId')).toBe(String(AREA_ID))
})
