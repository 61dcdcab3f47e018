import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KindsDialog } from '#src/insects/KindsDialog.tsx'
import { ObservationForm } from '#src/insects/ObservationForm.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const kind = (id: number, enName: string, hidden = 0) => ({
  id,
  code: enName.toLowerCase(),
  name: enName,
  zhName: `虫${id}`,
  enName,
  description: null,
  hidden,
  objectVersionNumber: 3,
})
let kinds: ReturnType<typeof kind>[]
let sent: unknown[]
let answer: unknown
beforeEach(async () => {
  kinds = [kind(1, 'Moth'), kind(2, 'Hopper', 1)]
  sent = []
  answer = kind(3, 'New')
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/organization')) return { content: kinds, number: 1, size: 0, totalElements: kinds.length }
    if (!pathname.endsWith('/insect-type')) return
    sent.push(JSON.parse(body))
    return answer
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('kinds of insects', () => {
  test('are listed with their names, and those that are offered no more say so', async () => {
    show(<KindsDialog onClose={() => undefined} />)
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['虫1 · Mothmoth', '虫2 · HopperhopperNot offered'])
  })

  test('are added; what the server says stands beside its field and what was typed stays', async () => {
    const user = userEvent.setup()
    show(<KindsDialog onClose={() => undefined} />)
    await screen.findAllByRole('listitem')
    await user.click(screen.getByRole('button', { name: 'Add a kind' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add a kind' }))
    await user.type(form.getByLabelText(/^Code/), ' moth ')
    await user.type(form.getByLabelText(/^Chinese name/), '蛾')
    await user.type(form.getByLabelText(/^English name/), 'Moth')
    answer = Response.json({ failed: true, code: 'error.input', message: 'Wrong', fields: { code: 'Taken already' } }, { status: 422 })
    await user.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText('Taken already')
    expect(form.getByLabelText<HTMLInputElement>(/^English name/).value).toBe('Moth')
    answer = kind(3, 'New')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a kind' })).toBeNull())
    expect(sent.at(-1)).toEqual({ code: 'moth', zhName: '蛾', enName: 'Moth', description: null })
  })

  test('are renamed and hidden under the version that was read; their code stays', async () => {
    const user = userEvent.setup()
    show(<KindsDialog onClose={() => undefined} />)
    await user.click(await screen.findByRole('button', { name: 'Change Moth' }))
    const form = within(await screen.findByRole('dialog', { name: 'Change the kind' }))
    expect(form.queryByLabelText(/^Code/)).toBeNull()
    await user.clear(form.getByLabelText(/^English name/))
    await user.type(form.getByLabelText(/^English name/), 'Stem borer')
    await user.click(form.getByLabelText('Not offered any more'))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({ id: 1, zhName: '虫1', enName: 'Stem borer', description: null, hidden: 1, objectVersionNumber: 3 })
  })

  test('that are hidden are not offered, except to what has them already', async () => {
    const user = userEvent.setup()
    const line = { id: 8, key: 'o8', source: 'person', pictureId: null, concentratorId: 1, lampName: 'Lamp', name: 'Hopper', note: null }
    const noted = { ...line, insectTypeId: 2, insectQuantity: 4, observedAt: 1000, objectVersionNumber: 1 } as const
    const offered = async () => {
      await user.click(await screen.findByRole('combobox', { name: 'Insect' }))
      const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
      cleanup()
      return names
    }
    show(<ObservationForm lampId={1} of={null} onClose={() => undefined} onSaved={() => undefined} />)
    expect(await offered()).toEqual(['Moth'])
    show(<ObservationForm lampId={1} of={noted as never} onClose={() => undefined} onSaved={() => undefined} />)
    expect(await offered()).toEqual(['Moth', 'Hopper'])
  })

  test('say so where there are none, or where they cannot be read', async () => {
    kinds = []
    show(<KindsDialog onClose={() => undefined} />)
    await screen.findByText('No kinds yet')
  })
})
