import TextField from '@mui/material/TextField'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import crud from '#locales/en-US/crud' with { type: 'json' }
import frame from '#locales/en-US/frame' with { type: 'json' }
import type { CallFailure } from '#src/api/call.ts'
import { ActWindow } from '#src/forms/ActWindow.tsx'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { settleDrafts } from '#src/session/drafts.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const sent: string[] = []
let answer: Promise<object | CallFailure>
const done = vi.fn<() => void>()
const refused = vi.fn<(answer: CallFailure) => void>()
const closed = vi.fn<() => void>()
const failure = (facts: Partial<CallFailure>): CallFailure => ({
  failed: true,
  status: 409,
  code: 'error.validation',
  message: 'Not taken',
  ...facts,
})

function End() {
  const act = useActWindow('end', '', closed)
  const send = () => act.send(() => (sent.push(act.value), answer), 'Ended', done, refused)
  return (
    <ActWindow act={act} title="End" lead="What it does" send="End it" onSend={send}>
      <TextField
        label="Reason"
        value={act.value}
        onChange={({ target }) => act.change(target.value)}
        helperText={act.faults['reason'] ?? 'why'}
      />
    </ActWindow>
  )
}
const box = () => screen.findByLabelText<HTMLInputElement>('Reason')
const type = async (value: string) => fireEvent.change(await box(), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(async () => {
  sent.length = 0
  answer = Promise.resolve({})
  vi.clearAllMocks()
  await signedIn(() => [])
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('an act is done once, however often its button is pressed before the answer, and closes its window', async () => {
  show(<End />)
  await type('Frost')
  let answered: (value: object) => void = () => undefined
  answer = new Promise((resolve) => (answered = resolve))
  const form = (await box()).form!
  fireEvent.submit(form)
  fireEvent.submit(form)
  expect(sent).toEqual(['Frost'])
  expect(closed).not.toHaveBeenCalled()
  answered({})
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(done).toHaveBeenCalledOnce()
  expect(refused).not.toHaveBeenCalled()
  await screen.findByText('Ended')
})

test('what was refused stands beside its field, else at the foot, never blank, and can be sent again', async () => {
  answer = Promise.resolve(failure({ fields: { reason: 'Say more' } }))
  show(<End />)
  await box()
  await press('End it')
  await screen.findByText('Say more')
  expect(screen.queryByRole('alert')).toBeNull()
  answer = Promise.resolve(failure({}))
  await press('End it')
  expect((await screen.findByRole('alert')).textContent).toBe('Not taken')
  expect(screen.queryByText('Say more')).toBeNull()
  answer = Promise.resolve(failure({ status: 0, code: 'error.network', message: '' }))
  await press('End it')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(frame.tip.network))
  expect(refused).toHaveBeenCalledTimes(3)
  expect([done, closed].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test('what was typed is brought back after a session that ended, and is given up by leaving, without a question', async () => {
  const { unmount } = show(<End />)
  await type('Frost')
  settleDrafts()
  unmount()
  show(<End />)
  expect((await box()).value).toBe('Frost')
  await press(crud.cancel)
  expect(closed).toHaveBeenCalledOnce()
  cleanup()
  show(<End />)
  expect((await box()).value).toBe('')
})
