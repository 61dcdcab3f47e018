import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import approvals from '#locales/en-US/approvals' with { type: 'json' }
import { ApprovalPanel } from '#src/screens/approvals/ApprovalPanel.tsx'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'approvals', approvals)
const nothing = () => Response.json({ content: [], number: 1, size: 10, totalElements: 0 })
let list: () => Response
let asked: string[]

beforeEach(() => {
  list = nothing
  asked = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (address.includes('business/data')) return Response.json({ formCode: 'aplionform', thirdId: 31 })
    return address.includes('query/page') ? list() : Response.json({ waiting: 0 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the approvals of the notice centre', () => {
  test.each([
    ['Approved by me', 'the server’s message', { status: 422, message: 'The list is closed today' }, 'The list is closed today'],
    ['Submitted by me', 'that it failed, where the server said nothing', { status: 500, message: '' }, 'Failed to get data'],
    ['Copied to me', 'that it failed, where what came is no list', null, 'Failed to get data'],
  ])('in the view %s say %s when they cannot be read, and are read again (ERRORS-12)', async (view, _, failure, words) => {
    list = () =>
      failure == null
        ? new Response('<html>')
        : Response.json({ failed: true, code: 'error.x', message: failure.message }, { status: failure.status })
    show(<ApprovalPanel onClose={vi.fn()} />)
    fireEvent.click(screen.getByRole('button', { name: view }))
    expect(await screen.findByText(words)).toBeTruthy()
    list = nothing
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Sorry, you have no data')).toBeTruthy()
  })

  test('that a filter leaves none of say so, and are all shown again without it', async () => {
    list = nothing
    show(<ApprovalPanel onClose={vi.fn()} />)
    expect(await screen.findByText('No task waits for your approval')).toBeTruthy()
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Task status' }))
    fireEvent.click(screen.getByRole('option', { name: 'Rejected' }))
    expect(await screen.findByText('Nothing found for this search')).toBeTruthy()
    expect(asked.at(-1)).toContain('taskState=3')
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No task waits for your approval')).toBeTruthy()
  })
  const row = (id: number, taskState: number | null) => ({
    id,
    processId: id,
    currentTaskId: taskState === 1 ? id : null,
    currentTaskName: 'Chief',
    formName: 'Purchase application',
    formCode: 'aplionform',
    submitName: 'Lin',
    startTime: 1_790_000_000_000,
    taskState,
    processState: 1,
    thirdId: 31,
    documentCode: `PA${id}`,
    documentTitle: `Seeds ${id}`,
    documentAmount: '12.50',
    nextTaskName: null,
    round: 1,
    outcome: null,
    reason: null,
  })
  test.each([
    ['Submitted by me', 'approval-process/query/page?page=1&size=10', []],
    ['Approved by me', 'taskType=approval', ['Agree to PA1', 'Reject PA1']],
    ['Copied to me', 'taskType=carbon_copy', []],
  ])('in the view %s come from their own call, and may be viewed; only a waiting task is decided', async (view, address, decisions) => {
    list = () =>
      Response.json({
        content: [row(1, view === 'Approved by me' ? 1 : null), row(2, view === 'Approved by me' ? 2 : null)],
        number: 1,
        size: 10,
        totalElements: 2,
      })
    for (const isPhone of [false, true]) {
      vi.stubGlobal('matchMedia', (media: string) => ({
        media,
        matches: isPhone && media.includes('max-width'),
        addListener: vi.fn(),
        addEventListener: vi.fn(),
        removeListener: vi.fn(),
        removeEventListener: vi.fn(),
      }))
      asked = []
      const close = vi.fn()
      const { router } = show(<ApprovalPanel onClose={close} />)
      fireEvent.click(screen.getByRole('button', { name: view }))
      const first = await screen.findByRole('button', { name: 'View PA1' })
      expect(asked.some((one) => one.includes(address))).toBe(true)
      expect(screen.queryByRole('columnheader', { name: 'Form code' }) == null).toBe(isPhone)
      expect(screen.getByRole('button', { name: 'View PA2' })).toBeTruthy()
      // What is asked for, for how much, and by whom stands in the list, in the hand too.
      for (const told of [/Seeds 1/, /12\.50/, ...(view === 'Submitted by me' ? [] : [/Lin/])])
        expect(screen.getAllByText(told).length).toBeGreaterThan(0)
      expect(screen.queryAllByRole('button', { name: /^(Agree to|Reject) / }).map((one) => one.getAttribute('aria-label'))).toEqual(
        decisions,
      )
      fireEvent.click(first)
      await waitFor(() => expect(router.state.location.pathname).toBe('/inventory/prment/aplionform/info/31'))
      expect(close).toHaveBeenCalledOnce()
      cleanup()
    }
  })
})
