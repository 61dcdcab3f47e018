import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DocumentHeader } from '#contract/core/document'
import { aplionform } from '#contract/inventory/aplionform'
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { SubmitDialog } from '#src/documents/SubmitDialog.tsx'
import { screens } from '#src/screens/inventory/aplionform/aplionform.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const area = { areaId: 1, areaName: 'Home base' }
let posted: string[]
beforeEach(async () => {
  posted = []
  const post = (path: string) => void posted.push(path)
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/flow')) return Response.json([])
    if (body !== '') post(pathname)
    return { content: [area], number: 1, size: 10, totalElements: 1 }
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('"save and submit" without lines says why nothing was submitted, and saves nothing either', async () => {
  show(<DocumentForm kind={screens.kind} record={null} areaId={1} />)
  fireEvent.change(await screen.findByLabelText(new RegExp(`^${documents.fields.title}`)), { target: { value: 'Seeds' } })
  // The blank line at the end is none.
  fireEvent.click(await screen.findByRole('button', { name: documents.saveSubmit }))
  expect(await screen.findByText(documents.linesFirst)).toBeTruthy()
  expect(posted).toEqual([])
})

test('the window of a submission says that lines are wanting, and submits nothing', async () => {
  const of = { id: 5, code: 'PA5', lineCount: 0, actions: ['submit'], objectVersionNumber: 1 } as unknown as DocumentHeader
  show(<SubmitDialog document={aplionform} of={of} onClose={() => undefined} />)
  expect(await screen.findByText(documents.flow.noLines)).toBeTruthy()
  await waitFor(() => expect(screen.getByText(documents.flow.none)).toBeTruthy())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: documents.flow.send }).disabled).toBe(true)
})
