import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyDocumentFull } from '#contract/core/document'
import documents from '#locales/en-US/documents' with { type: 'json' }
import errors from '#locales/en-US/errors' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { PostDialog } from '#src/documents/PostDialog.tsx'
import { screens } from '#src/screens/inventory/warehousing/warehousing.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'
import { aLine, aTrial } from './trial.tsx'

let sent: { effectiveAt?: number }[]
let refusal: object
beforeEach(async () => {
  sent = []
  refusal = { failed: true, code: 'error.input.invalid', message: 'No', fields: { effectiveAt: 'Not so early' } }
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/post')) {
      sent.push(JSON.parse(body) as (typeof sent)[0])
      return Response.json(refusal, { status: 400 })
    }
    return []
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open() {
  const line = aLine(21, { planned: '2.000000', productId: 3, unitKind: 'stock', labels: { productId: 'Urea' } })
  const of: AnyDocumentFull = aTrial([line], { auditStatus: 'approved', progress: 'none', actions: ['post'] })
  show(<PostDialog kind={screens.kind} of={of} onClose={() => undefined} />)
  return within(screen.getByRole('dialog'))
}
const send = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: documents.post.act.storage }))

test('a moment that is half typed, before the year 2000 or to come is said beside it, and is not sent as now', async () => {
  const dialog = open()
  const user = userEvent.setup({ delay: null })
  const type = async (keys: string) => {
    await user.click(await dialog.findByRole('spinbutton', { name: 'Year' }))
    await user.keyboard(keys)
  }
  await type('2020')
  await send(user)
  expect(await dialog.findByText(errors.field.invalid)).toBeTruthy()
  await type('199907010800')
  await send(user)
  expect(await dialog.findByText(errors.field.tooEarly)).toBeTruthy()
  await type('209907010800')
  await send(user)
  expect(await dialog.findByText(errors.field.future)).toBeTruthy()
  expect(sent).toEqual([])
  await type('202007010800')
  await waitFor(() => expect(dialog.queryByText(errors.field.future)).toBeNull())
  await send(user)
  // What the server says against it stands there, too, until it is changed.
  expect(await dialog.findByText('Not so early')).toBeTruthy()
  expect(sent).toMatchObject([{ effectiveAt: new Date(2020, 6, 1, 8).getTime() }])
  await type('2021')
  await waitFor(() => expect(dialog.queryByText('Not so early')).toBeNull())
})

test('a quantity that was refused is said beside its line until it is changed, and then can be sent again', async () => {
  refusal = { failed: true, code: 'error.document.tooMuch', message: 'No', fields: { 'lines.0.quantity': 'Only one is open' } }
  const dialog = open()
  const user = userEvent.setup({ delay: null })
  await send(user)
  expect(await dialog.findByText('Only one is open')).toBeTruthy()
  const quantity = dialog.getByRole('textbox', { name: /1/ })
  await user.clear(quantity)
  await user.type(quantity, '1')
  expect(dialog.queryByText('Only one is open')).toBeNull()
  await send(user)
  await waitFor(() => expect(sent).toHaveLength(2))
})
