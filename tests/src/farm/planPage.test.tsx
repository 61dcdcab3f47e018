import { cleanup, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { plan } from '#contract/farm/plan'
import PlanPage from '#src/screens/farm/plans/PlanPage.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import farm from '#locales/en-US/farm' with { type: 'json' }
import { show } from '../crud/showing.tsx'

const record = (planState: string) => ({
  ...plan.create.parse({ planName: 'Spring', areaId: 1, batchId: 2, packageId: 3, startsOn: '2026-03-01' }),
  planId: 1,
  objectVersionNumber: 4,
  planState,
  endedAt: planState === 'ended' ? Date.UTC(2026, 5, 1) : null,
  varietyName: 'Rice',
  landName: 'P-1',
  endsOn: '2026-05-30',
  progress: { accepted: 0, total: 1, percent: 0 },
  tasks: { total: 1, accepted: 0, overdue: 0 },
  harvestedKg: '0.000000',
})
let asked: string[]

beforeAll(() => {
  i18next.addResourceBundle('en-US', 'farm', farm)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function offered(planState: string) {
  asked = []
  startAnew('')
  const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
  session.set({ ...session.get(), status: 'signedIn', self, tenantId: 7 })
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    const { pathname } = new URL(address, 'http://furrow.test')
    asked.push(pathname)
    if (pathname.endsWith('/check-resources'))
      return Response.json((JSON.parse(body ?? '[]') as string[]).map((code) => ({ code, approve: true })))
    if (pathname.endsWith('/plan/1')) return Response.json(record(planState))
    if (pathname.endsWith('/area/default')) return Response.json({ areaId: 1, areaName: 'North' })
    return Response.json({ content: [], number: 1, size: 10, totalElements: 0 })
  })
  show(<PlanPage />, { at: '/?open=1' })
  const panel = within(await screen.findByRole('dialog'))
  await panel.findByRole('link', { name: farm.plan.open })
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Delete' })).not.toBeNull())
  const names = ['Edit', farm.plan.end, 'Delete'].filter((name) => panel.queryByRole('button', { name }) !== null)
  cleanup()
  return names
}

test('a plan that ended is neither edited nor ended again: its record offers only to delete it', async () => {
  expect(await offered('running')).toEqual(['Edit', farm.plan.end, 'Delete'])
  expect(await offered('ended')).toEqual(['Delete'])
})
