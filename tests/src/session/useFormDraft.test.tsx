import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Activity } from 'react'
import { useForm } from 'react-hook-form'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '#src/session/session.ts'
import { useFormDraft } from '#src/session/useFormDraft.ts'
import { goToLogin } from '#src/session/wayBack.ts'

beforeEach(() => {
  sessionStorage.clear()
  session.set({ ...session.get(), tenantId: 1 })
})
afterEach(cleanup)

function Form() {
  const form = useForm({ defaultValues: { title: 'Seeds', remark: '' } })
  const { brought, undo } = useFormDraft(form, 'application new')
  return (
    <form>
      {brought && <button onClick={undo}>Give up</button>}
      <input aria-label="title" {...form.register('title')} />
      <input aria-label="remark" {...form.register('remark')} />
    </form>
  )
}
const page = (mode: 'visible' | 'hidden' = 'visible') => (
  <MemoryRouter>
    <Activity mode={mode}>
      <Form />
    </Activity>
  </MemoryRouter>
)
const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value
const type = async (name: string, words: string) => {
  await userEvent.clear(screen.getByLabelText(name))
  await userEvent.type(screen.getByLabelText(name), words)
}

test('what was typed is there again after a reload, over what the form begins with, and can be given up', async () => {
  const first = render(page())
  await type('remark', 'for spring')
  first.unmount()
  render(page())
  expect([value('title'), value('remark')]).toEqual(['Seeds', 'for spring'])
  await userEvent.click(screen.getByText('Give up'))
  expect(value('remark')).toBe('')
  cleanup()
  render(page())
  expect(value('remark')).toBe('')
})

test('a draft that was found is laid once: a tab that is shown again keeps what was typed since', async () => {
  const first = render(page())
  await type('remark', 'old words')
  first.unmount()
  const { rerender } = render(page())
  expect(value('remark')).toBe('old words')
  await type('remark', 'newer words')
  rerender(page('hidden'))
  rerender(page('visible'))
  expect(value('remark')).toBe('newer words')
})

test('a session that expires keeps also what was typed a moment ago, and the browser asks nothing on the way to the sign-in page', async () => {
  render(page())
  await type('remark', 'just now')
  const asks = vi.fn((event: Event) => event.preventDefault())
  addEventListener('beforeunload', asks)
  goToLogin('expired', () => undefined)
  const leaving = new Event('beforeunload', { cancelable: true })
  act(() => void dispatchEvent(leaving))
  expect([asks.mock.calls.length, leaving.defaultPrevented]).toEqual([0, false])
  expect(Object.values(sessionStorage).join()).toContain('just now')
})

test('a sign-out forgets it, also what was typed a moment ago', async () => {
  const form = render(page())
  await type('remark', 'secret')
  goToLogin('signedOut', () => undefined)
  form.unmount()
  dispatchEvent(new Event('pagehide'))
  expect(Object.values(sessionStorage).join()).not.toContain('secret')
})
