import TextField from '@mui/material/TextField'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import crud from '#locales/en-US/crud' with { type: 'json' }
import errors from '#locales/en-US/errors' with { type: 'json' }
import type { CallFailure } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { GivenPane } from '#src/ui/pane.ts'
import { settleDrafts } from '#src/session/drafts.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const sent: string[] = []
let answer: Promise<object | CallFailure>
const done = vi.fn<() => void>()
const closed = vi.fn<() => void>()
const reloaded = vi.fn<() => void>()
const failure = (facts: Partial<CallFailure>): CallFailure => ({
  failed: true,
  status: 422,
  code: 'error.validation',
  message: 'Not taken',
  ...facts,
})

/** A name, which is sent, and a password, which is written down nowhere. */
function Door({ onReload }: { onReload?: () => void }) {
  const form = useFormWindow({
    draft: 'door',
    begun: { name: 'Old', password: '' },
    kept: (typed) => ({ ...typed, password: '' }),
    shows: ['name'],
    beside: { 'error.door.taken': 'name' },
    onClose: closed,
    onReload,
  })
  const save = () => {
    const body = form.read(z.object({ name: z.string().min(1) }), { name: form.value.name })
    if (body === null) return
    return form.send(() => (sent.push(body.name), answer), 'Kept', done)
  }
  return (
    <FormWindow form={form} title="Door" onSave={save}>
      <TextField label="Name" {...form.text('name', 'as on the sign')} />
      <TextField label="Password" {...form.text('password')} />
    </FormWindow>
  )
}
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const typed = async (name: string) => (await box(name)).value
const besideName = async () => document.getElementById((await box('Name')).getAttribute('aria-describedby')!)?.textContent
const type = async (name: string, value: string) => fireEvent.change(await box(name), { target: { value } })
const button = (name: string) => screen.getByRole('button', { name })
const save = () => userEvent.click(button(crud.save))

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

test('is sent once, however often its button is pressed before the answer', async () => {
  show(<Door />)
  await type('Name', 'New')
  let answered: (value: object) => void = () => undefined
  answer = new Promise((resolve) => (answered = resolve))
  const form = (await box('Name')).form!
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(sent).toEqual(['New']))
  fireEvent.submit(form)
  answered({})
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(sent).toEqual(['New'])
  await screen.findByText('Kept')
})

test('says what is wrong beside its fields, of what it does not show at its foot, and loses nothing', async () => {
  answer = Promise.resolve(failure({ fields: { name: 'Taken here', colour: 'No such colour' } }))
  show(<Door />)
  await type('Name', '')
  await save()
  expect(await besideName()).toBe(errors.field.required)
  expect(sent).toEqual([])
  await type('Name', 'New')
  expect(await besideName()).toBe('as on the sign')
  await save()
  await waitFor(async () => expect(await besideName()).toBe('Taken here'))
  expect(screen.getByRole('alert').textContent).toBe('No such colour')
  expect(await typed('Name')).toBe('New')
  answer = Promise.resolve(failure({ code: 'error.door.taken', message: 'There is one' }))
  await save()
  await waitFor(async () => expect(await besideName()).toBe('There is one'))
  expect(screen.queryByRole('alert')).toBeNull()
  answer = Promise.resolve(failure({ code: 'error.version.stale', status: 409, message: 'Somebody was faster' }))
  await save()
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody was faster')
  expect(await typed('Name')).toBe('New')
  expect(done).not.toHaveBeenCalled()
})

test('asks before what was typed is lost; what was saved or given up is not brought back', async () => {
  show(<Door />)
  await type('Name', 'New')
  await userEvent.click(button(crud.cancel))
  const question = await screen.findByRole('dialog', { name: crud.leave.title })
  await userEvent.click(within(question).getByRole('button', { name: crud.leave.stay }))
  expect(closed).not.toHaveBeenCalled()
  expect(await typed('Name')).toBe('New')
  await type('Name', 'Old')
  await userEvent.click(button(crud.cancel))
  expect(closed).toHaveBeenCalledOnce()
  await type('Name', 'New')
  await userEvent.click(button(crud.cancel))
  await userEvent.click(await screen.findByRole('button', { name: crud.leave.leave }))
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(2))
  cleanup()
  show(<Door />)
  expect(await typed('Name')).toBe('Old')
  await type('Name', 'New')
  await save()
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  cleanup()
  show(<Door />)
  expect(await typed('Name')).toBe('Old')
})

test('brings back what was typed, but no secret, says so, and can be had as it began', async () => {
  show(<Door />)
  await type('Password', 'rosebud')
  await type('Name', 'New')
  settleDrafts()
  cleanup()
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('rosebud')
  show(<Door />)
  expect(await typed('Name')).toBe('New')
  expect(await typed('Password')).toBe('')
  // It was brought, not saved: leaving asks.
  await userEvent.click(button(crud.cancel))
  await userEvent.click(await screen.findByRole('button', { name: crud.leave.stay }))
  await userEvent.click(await screen.findByRole('button', { name: crud.draft.drop }))
  expect(await typed('Name')).toBe('Old')
  await userEvent.click(button(crud.cancel))
  expect(closed).toHaveBeenCalledOnce()
})

test('where somebody else saved it meanwhile, what stands now is taken for what was typed', async () => {
  show(<Door onReload={reloaded} />)
  await type('Name', 'New')
  answer = Promise.resolve(failure({ code: 'error.version.stale', message: 'Changed meanwhile' }))
  await save()
  await screen.findByText('Changed meanwhile')
  await userEvent.click(button(crud.reload))
  expect(reloaded).toHaveBeenCalledOnce()
  // What was given up is not brought back.
  cleanup()
  show(<Door />)
  expect(await typed('Name')).toBe('Old')
})

test('what is refused for another reason offers nothing to be taken', async () => {
  show(<Door onReload={reloaded} />)
  await type('Name', 'New')
  answer = Promise.resolve(failure({ code: 'error.door.shut', message: 'It is shut' }))
  await save()
  await screen.findByText('It is shut')
  expect(screen.queryByRole('button', { name: crud.reload })).toBeNull()
})

/** Left without a question: what was typed goes with its window. */
function Hatch() {
  const form = useFormWindow({ draft: 'hatch', begun: { name: 'Old', size: 1 }, asks: false, onClose: closed })
  return (
    <FormWindow form={form} title="Hatch" onSave={() => undefined}>
      <TextField label="Name" {...form.text('name')} />
      <button type="button" onClick={() => form.pick('size').onChange(2)}>
        {`Size ${form.pick('size').value}`}
      </button>
    </FormWindow>
  )
}

test('a form that asks nothing is left at once, and keeps nothing of what was typed', async () => {
  const { unmount } = show(<Hatch />)
  await type('Name', 'New')
  await userEvent.click(button('Size 1'))
  button('Size 2')
  await userEvent.click(button(crud.cancel))
  expect(closed).toHaveBeenCalledOnce()
  unmount()
  show(<Hatch />)
  expect(await typed('Name')).toBe('Old')
})

test('a form that is taken away without being asked leaves nothing unsaved behind', async () => {
  const marked = new Map<string, boolean>()
  const pane = {
    name: () => undefined,
    mark: (holder: string, dirty: boolean) => void marked.set(holder, dirty),
    losesOnLeave: () => false,
  }
  const { unmount } = show(
    <GivenPane value={pane}>
      <Door />
    </GivenPane>,
  )
  await type('Name', 'New')
  await waitFor(() => expect([...marked.values()]).toContain(true))
  unmount()
  expect([...marked.values()]).not.toContain(true)
})
