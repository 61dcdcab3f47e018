import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '#contract/organization/role'
import { roleMatrix } from '#contract/organization/roleMatrix'
import { RoleRights } from '#src/screens/organization/roles/RoleRights.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import farm from '#locales/en-US/farm' with { type: 'json' }
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'farm', farm)

const WORKER = 'wfpf.farm.farm.worker'
const rows = roleMatrix.filter(({ code }) => code === WORKER)
const role = (more: Partial<Role> = {}): Role => ({
  roleId: 3,
  name: 'Field hands',
  codes: [WORKER],
  people: 1,
  objectVersionNumber: 4,
  ...more,
})
let answer: (body: Record<string, unknown>) => Response
let sent: Record<string, unknown>[]

beforeEach(() => {
  sent = []
  startAnew('')
  const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
  session.set({ ...session.get(), status: 'signedIn', self, tenantId: 7 })
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
    const given = JSON.parse(body ?? '{}') as Record<string, unknown>
    sent.push(given)
    return answer(given)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const box = (act: string) => screen.getByRole('checkbox', { name: `Workers: ${act}` })
const isTicked = (act: string) => (box(act) as HTMLInputElement).checked

test('what is ticked is saved at the version that it was begun on', async () => {
  answer = (body) => Response.json(role({ codes: body['codes'] as string[], objectVersionNumber: 5 }))
  show(<RoleRights role={role()} rows={rows} mayEdit onRead={async () => undefined} />)
  await userEvent.click(box('Edit'))
  await userEvent.click(screen.getByRole('button', { name: 'Save rights' }))
  expect(sent).toEqual([{ roleId: 3, name: 'Field hands', codes: [WORKER, `${WORKER}.ps.edit`], objectVersionNumber: 4 }])
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Save rights' })).toBeNull())
  expect(isTicked('Edit')).toBe(true)
})

test('what somebody else saved meanwhile is not overwritten: it is shown, and the ticks are made anew', async () => {
  answer = () => Response.json({ failed: true, code: 'error.version.stale', message: 'Changed by somebody' }, { status: 409 })
  const newest = role({ codes: [WORKER, `${WORKER}.ps.export`], objectVersionNumber: 5 })
  show(<RoleRights role={role()} rows={rows} mayEdit onRead={async () => newest} />)
  await userEvent.click(box('Edit'))
  await userEvent.click(screen.getByRole('button', { name: 'Save rights' }))
  await vi.waitFor(() => expect(isTicked('Export')).toBe(true))
  expect(isTicked('Edit')).toBe(false)
})

test('what is refused stays as it was ticked', async () => {
  answer = () => Response.json({ failed: true, code: 'error.role.beyond', message: 'Not yours to give' }, { status: 403 })
  show(<RoleRights role={role()} rows={rows} mayEdit onRead={async () => undefined} />)
  await userEvent.click(box('Edit'))
  await userEvent.click(screen.getByRole('button', { name: 'Save rights' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(isTicked('Edit')).toBe(true)
  expect(screen.getByText('1 change')).toBeTruthy()
})

test('what a pattern lends is ticked and stands fast until the pattern is written out; a reader ticks nothing', async () => {
  const held = role({ codes: ['wfpf.farm.farm.worker*'] })
  const { unmount } = show(<RoleRights role={held} rows={rows} mayEdit onRead={async () => undefined} />)
  expect(isTicked('Delete')).toBe(true)
  expect((box('Delete') as HTMLInputElement).disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Write it out' }))
  expect((box('Delete') as HTMLInputElement).disabled).toBe(false)
  await userEvent.click(box('Delete'))
  expect(isTicked('Delete')).toBe(false)
  expect(isTicked('View')).toBe(true)
  unmount()
  show(<RoleRights role={role()} rows={rows} mayEdit={false} onRead={async () => undefined} />)
  expect((box('View') as HTMLInputElement).disabled).toBe(true)
})
