import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepTokens, latestNotice } from '#src/api/tokens.ts'
import { newQueryClient } from '#src/api/useCall.ts'
import { NoticePartsProvider } from '#src/frame/MessageBell.tsx'
import { closeNotices } from '#src/frame/noticeWindow.ts'
import { startWords } from '#src/i18n/i18n.ts'
import { GivenLive } from '#src/live/LiveProvider.tsx'
import NoticeBell from '#src/screens/notices/NoticeBell.tsx'
import { loadSession } from '#src/session/session.ts'
import { buildTheme } from '#src/theme/theme.ts'
import { ConfirmProvider } from '#src/ui/Confirm.tsx'
import { aLiveFarm } from '../live/aLiveFarm.tsx'

const queryClient = newQueryClient()

interface Row {
  id: number
  title: string
  read: number
}
let notices: Row[]
let messages: Row[]
let attachments: object[]
let failing: { status: number; message: string } | null
let asked: string[]
let queries: Record<string, string>[]

const announced = ({ id, title, read }: Row) => ({
  noticeId: id,
  id,
  title,
  statusCode: 'PUBLISHED',
  publishedDate: 1_790_000_000_000 + id,
  publishedByUser: 'The office',
  readFlag: read,
  attachmentUuid: null,
  noticeContent: { noticeBody: `<p>Body of <b>${title}</b></p>` },
  attachments,
  objectVersionNumber: 1,
})
const told = ({ id, title, read }: Row) => ({
  userMessageId: id,
  subject: title,
  content: `About ${title}`,
  createdAt: 1_790_000_000_000 + id,
  readFlag: read,
  severity: 'warning',
  link: '/web/farm/base',
})

function pageOf<T>(rows: Row[], query: URLSearchParams, describe: (row: Row) => T) {
  const kept = rows.filter(({ read }) => query.get('readFlag') == null || String(read) === query.get('readFlag'))
  const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
  return { content: kept.slice((page - 1) * size, page * size).map(describe), number: page, size, totalElements: kept.length }
}
const counts = () => ({
  announce: notices.filter(({ read }) => read === 0).length,
  notify: messages.filter(({ read }) => read === 0).length,
})

let farm: ReturnType<typeof aLiveFarm>
/** The server says the counts, as it does after each change. */
const sayCounts = () => act(() => farm.say('user/9/unread', { at: 1, tenantId: 1, counts: counts() }))

beforeEach(async () => {
  localStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  queryClient.clear()
  closeNotices()
  notices = [1, 2, 3].map((id) => ({ id, title: `Notice ${id}`, read: id === 3 ? 1 : 0 }))
  messages = [{ id: 7, title: 'Gate 7 is offline', read: 0 }]
  attachments = []
  failing = null
  asked = []
  queries = []
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: { method?: string; body?: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://farm.example')
    const path = pathname.replace('/hmsg/v1/1/', '')
    asked.push(`${method} ${path}${body == null ? '' : ` ${body}`}`)
    queries.push({ path, ...Object.fromEntries(searchParams) })
    const answer = (): unknown => {
      if (pathname === '/iam/stong/v1/users/self') return { id: 9, tenantId: 1, loginName: 'x', realName: 'X', imageUrl: null, tenants: [] }
      const id = Number(/\/(\d+)/.exec(path)?.[1])
      if (path === 'notices/page-details') return pageOf(notices, searchParams, announced)
      if (path.endsWith('/read-flag') && method === 'GET') {
        notices.find((row) => row.id === id)!.read = 1
        return { noticeId: id, readFlag: 1 }
      }
      if (path.startsWith('notices/')) return announced(notices.find((row) => row.id === id)!)
      if (path === 'messages/user/count') return counts()
      if (path === 'messages/user/read-flag') {
        const { readAll, ids = [] } = JSON.parse(body ?? '{}') as { readAll?: number; ids?: number[] }
        const rows = (readAll === 2 ? notices : messages).filter((row) => readAll != null || ids.includes(row.id))
        for (const row of rows) row.read = 1
        return rows.length
      }
      if (path === 'messages/user') return pageOf(messages, searchParams, told)
      if (path.startsWith('messages/user/')) return told(messages.find((row) => row.id === id)!)
      return { waiting: 0 }
    }
    const fails = failing != null && path !== 'users/self'
    const said = fails ? { failed: true, code: 'error.x', message: failing!.message } : answer()
    // A page of a proxy in the place of a list is read by nobody.
    if (fails && failing!.status === 200) return Promise.resolve(new Response('<html>'))
    return Promise.resolve(
      new Response(JSON.stringify(said), { status: fails ? failing!.status : 200, headers: { 'content-type': 'application/json' } }),
    )
  })
  await startWords()
  keepTokens({ access_token: 'a', refresh_token: 'r', expires_in: 900 }, 'signedIn')
  await loadSession()
  farm = aLiveFarm()
})
afterEach(() => {
  act(closeNotices)
  cleanup()
})

function show({ latest = false } = {}) {
  if (!latest) latestNotice.forbid()
  render(
    <ThemeProvider theme={buildTheme()}>
      <QueryClientProvider client={queryClient}>
        <GivenLive value={farm.live}>
          <ConfirmProvider>
            <NoticePartsProvider value={{ Bell: NoticeBell, Waiting: () => null, ApprovalPanel: () => <p>the approvals</p> }}>
              <MemoryRouter>
                <NoticeBell />
              </MemoryRouter>
            </NoticePartsProvider>
          </ConfirmProvider>
        </GivenLive>
      </QueryClientProvider>
    </ThemeProvider>,
  )
}
async function openCentre() {
  show()
  sayCounts()
  fireEvent.click(await screen.findByRole('button', { name: 'Messages, 3 unread' }))
  return within(await screen.findByRole('dialog', { name: 'Notice centre' }))
}
const turnTo = (name: RegExp) => fireEvent.click(screen.getByRole('tab', { name }))

describe('the notice centre', () => {
  test('opens on what is new, with a dot, a preview without tags, publisher and time of each', async () => {
    const centre = await openCentre()
    expect(centre.getByRole('tab', { name: /Platform announcements/ }).getAttribute('aria-selected')).toBe('true')
    const rows = await centre.findAllByRole('listitem')
    expect(rows).toHaveLength(3)
    expect(within(rows[0]!).getByRole('img', { name: 'Unread' })).toBeTruthy()
    expect(within(rows[2]!).queryByRole('img')).toBeNull()
    expect(rows[0]!.textContent).toContain('Body of Notice 1')
    expect(rows[0]!.textContent).toContain('Published by The office')
    expect(centre.getByText('3 in total')).toBeTruthy()
  })

  test('asks for what is published on the platform until the end of today, and for messages with their content', async () => {
    const centre = await openCentre()
    await centre.findAllByRole('listitem')
    const endDate = String(new Date().setHours(23, 59, 59, 999))
    expect(queries.find(({ path }) => path === 'notices/page-details')).toMatchObject({
      statusCode: 'PUBLISHED',
      noticeCategoryCode: 'CLOUDSCIENTO',
      receiverTypeCode: 'ANNOUNCE',
      endDate,
      page: '1',
      size: '10',
    })
    turnTo(/System notifications/)
    await centre.findByRole('button', { name: 'View details: Gate 7 is offline' })
    expect(queries.find(({ path }) => path === 'messages/user')).toMatchObject({ withContent: '1', userMessageTypeCode: 'NOTICE' })
  })

  test('begins anew in a tab that is turned to', async () => {
    const centre = await openCentre()
    await centre.findAllByRole('listitem')
    fireEvent.click(centre.getByRole('button', { name: 'Unread' }))
    await waitFor(() => expect(centre.getAllByRole('listitem')).toHaveLength(2))
    fireEvent.click(centre.getByRole('button', { name: 'Read' }))
    await waitFor(() => expect(centre.getAllByRole('listitem')).toHaveLength(1))
    expect(queries.filter(({ path }) => path === 'notices/page-details').map(({ readFlag = '' }) => readFlag)).toEqual(['', '0', '1'])
    turnTo(/Approval notices/)
    expect(await centre.findByText('the approvals')).toBeTruthy()
    turnTo(/Platform announcements/)
    await waitFor(() => expect(centre.getAllByRole('listitem')).toHaveLength(3))
    expect(centre.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('is paged: its sizes are chosen from, and every change of size or filter begins at the first page', async () => {
    notices = Array.from({ length: 25 }, (_, at) => ({ id: at + 1, title: `Notice ${at + 1}`, read: at < 3 ? 0 : 1 }))
    messages = []
    const centre = await openCentre()
    await waitFor(() => expect(centre.getAllByRole('listitem')).toHaveLength(10))
    expect(centre.getByText('25 in total')).toBeTruthy()
    fireEvent.click(centre.getByRole('button', { name: /next page/i }))
    expect(await centre.findByText('Notice 11')).toBeTruthy()
    fireEvent.mouseDown(centre.getByRole('combobox', { name: /per page/i }))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['10', '20', '50'])
    fireEvent.click(screen.getByRole('option', { name: '20' }))
    await waitFor(() => expect(centre.getAllByRole('listitem')).toHaveLength(20))
    expect(centre.getByText('Notice 1')).toBeTruthy()
    fireEvent.click(centre.getByRole('button', { name: /next page/i }))
    expect(await centre.findByText('Notice 21')).toBeTruthy()
    fireEvent.click(centre.getByRole('button', { name: 'Read' }))
    expect(await centre.findByText('Notice 4')).toBeTruthy()
  })

  test('downloads an attachment as a blob from its address', async () => {
    attachments = [{ fileName: 'checks.csv', fileUrl: '/hfle/v1/1/files/f/content', bytes: 313, contentType: 'text/csv' }]
    const saved = vi.fn<(blob: Blob) => string>(() => 'blob:x')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }))
    const centre = await openCentre()
    fireEvent.click(await centre.findByRole('button', { name: 'View details: Notice 2' }))
    fireEvent.click(await centre.findByRole('button', { name: 'Download the attachment checks.csv' }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(asked).toContain('GET /hfle/v1/1/files/f/content')
    expect(saved.mock.calls[0]![0]).toBeInstanceOf(Blob)
  })

  test('shows one whole, marks it read, and returns to where it was', async () => {
    const centre = await openCentre()
    fireEvent.click(await centre.findByRole('button', { name: 'View details: Notice 2' }))
    expect((await centre.findByRole('heading', { name: 'Notice 2' })).textContent).toBe('Notice 2')
    await waitFor(() => expect(asked).toContain('GET notices/2/read-flag'))
    sayCounts()
    expect(screen.getByRole('button', { name: 'Messages, 2 unread', hidden: true })).toBeTruthy()
    fireEvent.click(centre.getByRole('button', { name: 'Back to the list' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('View details: Notice 2'))
    await waitFor(() => expect(centre.getAllByRole('img', { name: 'Unread' })).toHaveLength(1))
  })

  test('reads a message of the product by its own call', async () => {
    const centre = await openCentre()
    turnTo(/System notifications/)
    fireEvent.click(await centre.findByRole('button', { name: 'View details: Gate 7 is offline' }))
    expect(await centre.findByText('About Gate 7 is offline')).toBeTruthy()
    await waitFor(() => expect(asked).toContain('POST messages/user/read-flag {"ids":[7]}'))
    expect(centre.getByText('Warning')).toBeTruthy()
    expect(centre.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe('/web/farm/base')
  })

  test.each([
    [/Platform announcements/, 2, '2 unread announcements will be marked as read.'],
    [/System notifications/, 3, '1 unread notification will be marked as read.'],
  ])('marks all of %s read after asking once', async (tab, readAll, question) => {
    const centre = await openCentre()
    turnTo(tab)
    await centre.findAllByRole('img', { name: 'Unread' })
    fireEvent.click(centre.getByRole('button', { name: 'Mark all read' }))
    const confirm = await screen.findByRole('dialog', { name: 'Mark all read' })
    expect(confirm.textContent).toContain(question)
    expect(asked.some((one) => one.includes('readAll'))).toBe(false)
    fireEvent.click(within(confirm).getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(asked).toContain(`POST messages/user/read-flag {"readAll":${readAll}}`))
    await waitFor(() => expect(centre.queryAllByRole('img', { name: 'Unread' })).toHaveLength(0))
  })

  test('follows what is read on another console', async () => {
    const centre = await openCentre()
    expect(await centre.findAllByRole('img', { name: 'Unread' })).toHaveLength(2)
    notices[0]!.read = 1
    sayCounts()
    await waitFor(() => expect(centre.getAllByRole('img', { name: 'Unread' })).toHaveLength(1))
  })

  test('says to who cannot see it that something new has come', async () => {
    const centre = await openCentre()
    notices.push({ id: 4, title: 'Notice 4', read: 0 })
    sayCounts()
    await waitFor(() =>
      expect(centre.getAllByRole('status').map(({ textContent }) => textContent)).toContain('New message, 4 unread in total'),
    )
  })

  test.each([
    ['the server’s message', { status: 422, message: 'The list is closed today' }, 'The list is closed today'],
    ['that it failed, where the server said nothing', { status: 500, message: '' }, 'Failed to get data'],
    ['that it failed, where what came is no list', { status: 200, message: '' }, 'Failed to get data'],
  ])('says %s when a list cannot be read, and tries again (ERRORS-12)', async (_, failure, words) => {
    failing = failure
    const centre = await openCentre()
    expect(await centre.findByText(words)).toBeTruthy()
    failing = null
    fireEvent.click(centre.getByRole('button', { name: 'Try again' }))
    expect(await centre.findAllByRole('listitem')).toHaveLength(3)
  })

  test('says that there is nothing', async () => {
    messages = []
    show()
    sayCounts()
    fireEvent.click(await screen.findByRole('button', { name: 'Messages, 2 unread' }))
    const centre = within(await screen.findByRole('dialog'))
    turnTo(/System notifications/)
    expect(await centre.findByText('No system messages')).toBeTruthy()
    expect((centre.getByRole('button', { name: 'Mark all read' }) as HTMLButtonElement).disabled).toBe(true)
  })
})

describe('the latest notice', () => {
  test('is shown once after a sign-in while it is unread, and read when it is acknowledged', async () => {
    show({ latest: true })
    const dialog = await screen.findByRole('dialog', { name: 'Latest announcement' })
    expect(within(dialog).getByRole('heading', { name: 'Notice 1' })).toBeTruthy()
    expect(latestNotice.isAllowed()).toBe(false)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Got it' }))
    await waitFor(() => expect(asked).toContain('GET notices/1/read-flag'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is not shown where the first one is read, and not again before the next sign-in', async () => {
    notices[0]!.read = 1
    show({ latest: true })
    await waitFor(() => expect(latestNotice.isAllowed()).toBe(false))
    expect(screen.queryByRole('dialog')).toBeNull()
    keepTokens({ access_token: 'b' }, 'tokens')
    expect(latestNotice.isAllowed()).toBe(false)
    keepTokens({ access_token: 'c' }, 'signedIn')
    expect(latestNotice.isAllowed()).toBe(true)
  })
})
