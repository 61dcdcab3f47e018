import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import approvals from '#locales/en-US/approvals' with { type: 'json' }
import type { Decision, DecisionResult } from '#machines/approvals/decision'
import { DecisionDialog } from '#src/approvals/DecisionDialog.tsx'
import { type DecisionDesk, useDecision } from '#src/approvals/useDecision.ts'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'approvals', approvals)
afterEach(cleanup)

const subject = {
  processId: 70,
  formCode: 'aplionform',
  documentCode: 'PA1',
  applicant: 'Lin',
  title: 'Seeds',
  amount: '1280.50',
  next: 'Finance',
} as const
let desk: DecisionDesk
let sent: { decision: Decision; answer: (result: DecisionResult) => void; fail: (cause: Error) => void }[]
const reload = vi.fn()
const decide = (decision: Decision) =>
  new Promise<DecisionResult>((answer, fail) => {
    sent.push({ decision, answer, fail })
  })
function Desk() {
  const own = useDecision(reload, decide)
  useEffect(() => {
    desk = own
  }, [own])
  return <DecisionDialog desk={own} />
}
const open = (verdict: 'approve' | 'reject') => act(() => desk.open({ id: 5, taskId: 55 }, verdict, subject))
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Comment')
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

beforeEach(() => {
  sent = []
  reload.mockReset()
  show(<Desk />)
})

describe('the comment dialog', () => {
  test('sends the list id, the task and no comment where none was written', async () => {
    open('approve')
    await press('Agree')
    expect(sent.map(({ decision }) => decision)).toEqual([{ id: 5, taskId: 55, verdict: 'approve', comment: null }])
  })
  test('counts what is typed and sends nothing beyond 200 characters', async () => {
    open('reject')
    await userEvent.setup().click(box())
    await userEvent.setup().paste('x'.repeat(200))
    expect(screen.getByText('200/200')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reject' }).disabled).toBe(false)
    await userEvent.setup().type(box(), 'y')
    expect(screen.getByText('The comment can have at most 200 characters')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reject' }).disabled).toBe(true)
    act(() => desk.submit())
    expect(sent).toEqual([])
  })
  test('ignores a second submit while one is in flight', async () => {
    open('approve')
    await press('Agree')
    act(() => desk.submit())
    act(() => desk.submit())
    expect(sent.length).toBe(1)
  })
  test.each([
    ['approve', 'Agree', 'Review success'],
    ['reject', 'Reject', 'Reject success'],
  ] as const)('after %s it closes, says so and reloads the list once', async (verdict, button, words) => {
    open(verdict)
    await press(button)
    act(() => sent[0]!.answer({ failed: false }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.getByText(words)).toBeTruthy()
  })
  test('keeps what was typed after a failure, and says the words of the server', async () => {
    open('reject')
    await userEvent.setup().type(box(), 'too dear')
    await press('Reject')
    act(() => sent[0]!.answer({ failed: true, code: 'error.unavailable', message: 'Service invalid' }))
    expect(await screen.findByText('Service invalid')).toBeTruthy()
    expect(box().value).toBe('too dear')
    expect(reload).not.toHaveBeenCalled()
  })
  test.each([
    ['approve', 'Agree', 'Review failed'],
    ['reject', 'Reject', 'Reject failed'],
  ] as const)('says its own words where %s threw', async (verdict, button, words) => {
    open(verdict)
    await press(button)
    act(() => sent[0]!.fail(new Error('boom')))
    expect(await screen.findByText(words)).toBeTruthy()
  })
  test('says that a task was handled already, and reloads', async () => {
    open('approve')
    await press('Agree')
    act(() => sent[0]!.answer({ failed: true, code: 'error.approval.handled', message: 'This task has been handled already' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  test('closes when the task is decided elsewhere, and only for its own approval', async () => {
    open('approve')
    act(() => desk.closed(71))
    expect(screen.getByRole('dialog')).toBeTruthy()
    act(() => desk.closed(70))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(reload).toHaveBeenCalledOnce()
  })
  test('opens anew, empty, for the next task', async () => {
    open('approve')
    await userEvent.setup().type(box(), 'fine')
    await press('Cancel')
    open('reject')
    expect(box().value).toBe('')
    expect(screen.getByText(/Purchase application PA1, submitted by Lin/)).toBeTruthy()
  })
})

test('what is decided stands in the dialog: title, amount, applicant, and the step after; of the last step that it is the last', async () => {
  show(<Desk />)
  open('approve')
  const dialog = screen.getByRole('dialog')
  for (const words of ['Seeds', '¥1,280.50', 'Next: Finance']) expect(dialog.textContent).toContain(words)
  expect(dialog.textContent).toMatch(/submitted by Lin/)
  await press('Cancel')
  act(() => desk.open({ id: 5, taskId: 55 }, 'approve', { ...subject, next: null }))
  expect(screen.getByRole('dialog').textContent).toContain('This is the last step')
})

describe('a comment that an expired session interrupts', () => {
  // The whole page goes, as when the session ends, and comes back after the sign-in.
  const leaveAndReturn = () => {
    cleanup()
    show(<Desk />)
  }
  const write = async () => {
    open('reject')
    await userEvent.setup().type(box(), 'too dear')
    leaveAndReturn()
  }
  afterEach(() => sessionStorage.clear())

  test('stands in the dialog of the same task and verdict again, once', async () => {
    await write()
    open('reject')
    expect(box().value).toBe('too dear')
    await press('Cancel')
    open('reject')
    expect(box().value).toBe('')
  })
  test('is not laid into another verdict', async () => {
    await write()
    open('approve')
    expect(box().value).toBe('')
  })
  test.each([
    ['given up', () => press('Cancel')],
    [
      'sent',
      async () => {
        await press('Reject')
        act(() => sent.at(-1)!.answer({ failed: false }))
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      },
    ],
  ])('is forgotten once it was %s', async (_, end) => {
    open('reject')
    await userEvent.setup().type(box(), 'too dear')
    await end()
    leaveAndReturn()
    open('reject')
    expect(box().value).toBe('')
  })
})
