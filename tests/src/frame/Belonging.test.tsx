import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { areaCalls } from '#contract/farm/area'
import { userCalls } from '#contract/session/user'
import { keepTokens } from '#src/api/tokens.ts'
import { useCall } from '#src/api/useCall.ts'
import { Belonging } from '#src/frame/Belonging.tsx'
import { useLive } from '#src/live/LiveProvider.tsx'
import { belongings } from '#src/session/belongings.ts'
import { loadSession, refreshSelf } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { momentText } from '#src/time/moment.ts'

/** Who the server says is asking. */
let self = { id: 1, tenantId: 1, loginName: 'x', realName: 'X', imageUrl: null, tenants: [] }
/** What is asked and not answered yet, oldest first. */
let asked: { path: string; tenant: number; answer: (body: unknown) => void }[] = []

beforeEach(async () => {
  asked = []
  self = { ...self, id: 1, tenantId: 1 }
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname } = new URL(address, 'http://farm.example')
    if (pathname.endsWith('/users/self')) return Promise.resolve(Response.json(self))
    return new Promise((resolve) => {
      // No answer of this server is ever called off: it may already be on its way.
      asked.push({ path: pathname, tenant: self.tenantId, answer: (body) => resolve(Response.json(body)) })
    })
  })
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 }, 'signedIn')
  await loadSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const bases = (name: string) => ({ content: [{ areaId: 1, areaName: name }], number: 1, size: 10, totalElements: 1 })
const isBases = ({ path }: { path: string }) =>
  path === areaCalls.page.path.replace('{t}', '1') || path === areaCalls.page.path.replace('{t}', '2')
const isRights = ({ path }: { path: string }) => path === userCalls.checkResources.path
const answerAll = (what: (one: { path: string }) => boolean, body: unknown) =>
  act(async () => {
    for (const one of asked.filter(what)) one.answer(body)
    asked = asked.filter((one) => !what(one))
    await Promise.resolve()
  })

/** A list as any page writes it: nothing in it names the tenant. */
function Page() {
  const rows = useCall(areaCalls.page, { query: { page: 1, size: 10 } })
  const [typed, type] = useState('')
  const may = usePermission('wfpf.farm.farm.land')
  const tenant = useLive()?.tenantId
  return (
    <>
      <output>{rows.data?.content.map(({ areaName }) => areaName).join() ?? 'nothing yet'}</output>
      <input aria-label="typed" value={typed} onChange={({ target }) => type(target.value)} />
      <p>{`live ${tenant}, may ${may}`}</p>
    </>
  )
}
const shown = () => document.querySelector('output')!.textContent
const open = () =>
  render(
    <Belonging>
      <Page />
    </Belonging>,
  )
/** Another tab went to another tenant, and this one hears it. */
const become = (next: Partial<typeof self>) =>
  act(async () => {
    self = { ...self, ...next }
    await refreshSelf()
  })

test.each([
  ['tenant', { tenantId: 2 }],
  ['user', { id: 2 }],
])('rows of the %s before are off the screen with the change, and a late answer brings none back', async (_, next) => {
  open()
  await waitFor(() => expect(asked.some(isBases)).toBe(true))
  await answerAll(isBases, bases('ours'))
  await waitFor(() => expect(shown()).toBe('ours'))
  // Asked just before the change, answered after it, while the new tenant's own answer is not there yet.
  act(() => void belongings.get().queries.invalidateQueries())
  const late = asked.filter(isBases)
  expect(late).toHaveLength(1)
  await become(next)
  expect(shown()).toBe('nothing yet')
  await waitFor(() => expect(asked.filter(isBases)).toHaveLength(2))
  await act(async () => {
    late[0]!.answer(bases('ours'))
    await Promise.resolve()
  })
  expect(shown()).toBe('nothing yet')
  asked = asked.filter((one) => !late.includes(one))
  await answerAll(isBases, bases('theirs'))
  await waitFor(() => expect(shown()).toBe('theirs'))
  await act(async () => {
    late[0]!.answer(bases('ours'))
    await Promise.resolve()
  })
  expect(shown()).toBe('theirs')
})

test('a first answer of the tenant before is not taken for the first one of the next', async () => {
  open()
  await waitFor(() => expect(asked.some(isBases)).toBe(true))
  const late = asked.filter(isBases)
  await become({ tenantId: 2 })
  await waitFor(() => expect(asked.filter(isBases)).toHaveLength(2))
  await act(async () => {
    late[0]!.answer(bases('ours'))
    await Promise.resolve()
  })
  expect(shown()).toBe('nothing yet')
})

test('permissions, the live layer and what stands in a page go with the tenant', async () => {
  open()
  await waitFor(async () => {
    await answerAll(isRights, [{ code: 'wfpf.farm.farm.land', approve: true }])
    expect(screen.getByText('live 1, may true')).toBeTruthy()
  })
  act(() => screen.getByLabelText<HTMLInputElement>('typed').focus())
  await become({ tenantId: 2 })
  expect(screen.getByText('live 2, may undefined')).toBeTruthy()
  expect(document.activeElement).toBe(document.body)
})

test('the same user in the same tenant keeps everything', async () => {
  open()
  const before = belongings.get()
  await become({ loginName: 'renamed' } as never)
  expect(belongings.get()).toBe(before)
})

test('the clock of the farm is shown once it is known; another clock is another console', async () => {
  const At = () => {
    const [typed, type] = useState('')
    return (
      <>
        <time>{momentText(Date.UTC(2026, 10, 29, 20))}</time>
        <input aria-label="typed" value={typed} onChange={({ target }) => type(target.value)} />
      </>
    )
  }
  const withZone = async (timeZone: string) => {
    self = { ...self, timeZone } as typeof self
    await act(async () => void (await refreshSelf()))
  }
  await withZone('Asia/Shanghai')
  render(
    <Belonging>
      <At />
    </Belonging>,
  )
  const said = () => document.querySelector('time')!.textContent
  expect(said()).toBe('2026-11-30 04:00:00')
  fireEvent.change(screen.getByLabelText('typed'), { target: { value: 'x' } })
  await withZone('Asia/Kolkata')
  expect(said()).toBe('2026-11-30 01:30:00')
  // Nothing stays that was written by the old clock.
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('')
})
