import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import i18next from 'i18next'
import { TASK_STATES, type TaskState, task } from '#contract/farm/task'
import TaskManagePage from '#src/screens/farm/tasks/TaskManagePage.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import farm from '#locales/en-US/farm' with { type: 'json' }
import { show } from '../crud/showing.tsx'

const MINE = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
const AWAITED: Readonly<Partial<Record<TaskState, string>>> = {
  unassigned: 'Delete',
  notStarted: 'Delete',
  ongoing: 'Edit',
  finished: 'Accept',
  cancelled: 'Delete',
}

let shown: object
beforeAll(() => {
  i18next.addResourceBundle('en-US', 'farm', farm)
})
const record = (taskState: TaskState) => ({
  taskId: 1,
  objectVersionNumber: 1,
  taskName: 'Weed the rows',
  taskTypeId: 1,
  taskTypeName: 'Weeding',
  areaId: 1,
  areaName: 'North',
  landId: null,
  batchId: null,
  taskLevel: 'general',
  priority: 'medium',
  leaderId: null,
  participants: [],
  startsAt: 1_700_000_000_000,
  dueAt: 1_700_000_100_000,
  description: null,
  steps: [],
  proofFlag: 0,
  harvestFlag: 0,
  closesBatch: 0,
  materials: [],
  repeatRule: null,
  taskNo: 'T1',
  startedAt: null,
  finishedAt: null,
  lateBy: null,
  harvestKg: null,
  reason: null,
  leader: null,
  crew: [],
  checklist: [],
  plan: null,
  issue: null,
  repeats: null,
  taskState,
  lateness: 'inTime',
})
beforeEach(() => {
  startAnew('')
  session.set({ ...session.get(), status: 'signedIn', self: MINE, tenantId: 7 })
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    const { pathname } = new URL(address, 'http://furrow.test')
    if (pathname.endsWith('/check-resources'))
      return Response.json(
        (JSON.parse(body ?? '[]') as string[]).map((code) => ({ code, approve: code === task.codes.edit || code === task.codes.delete })),
      )
    if (pathname.endsWith('/task/1')) return Response.json(shown)
    if (pathname.endsWith('/area/default')) return Response.json({ areaId: 1, areaName: 'North' })
    return Response.json({ content: [], number: 1, size: 10, totalElements: 0 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a task is offered for editing while somebody may still do it, and for deleting before it was begun or once it was cancelled', async () => {
  const offered: Record<string, string[]> = {}
  for (const state of TASK_STATES) {
    shown = record(state)
    show(<TaskManagePage />, { at: '/?open=1' })
    const panel = within(await screen.findByRole('dialog'))
    await waitFor(() => panel.getAllByText('Weed the rows'))
    // What is allowed has been answered by then; of what is over nothing comes, and what is allowed is known already.
    const name = AWAITED[state]
    if (name !== undefined) await panel.findByRole('button', { name })
    offered[state] = ['Edit', 'Delete'].filter((name) => panel.queryByRole('button', { name }) !== null)
    cleanup()
  }
  expect(offered).toEqual({
    unassigned: ['Edit', 'Delete'],
    notStarted: ['Edit', 'Delete'],
    ongoing: ['Edit'],
    finished: [],
    accepted: [],
    cancelled: ['Delete'],
    ended: [],
  })
})
