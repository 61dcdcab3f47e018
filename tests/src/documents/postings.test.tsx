import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Posting } from '#contract/core/document'
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { Postings } from '#src/documents/Postings.tsx'
import { screens } from '#src/screens/inventory/shipment/shipment.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'
import { aLine, aTrial } from './trial.tsx'

const aPosting = (id: number, kind: Posting['kind'], given: Partial<Posting> = {}): Posting => ({
  id,
  kind,
  effectiveAt: 1000 * id,
  at: 1000 * id,
  userName: 'Lin',
  reason: null,
  reversesId: null,
  reversedById: null,
  entries: [],
  ...given,
})
const postings = [
  aPosting(1, 'post'),
  aPosting(2, 'loss'),
  aPosting(3, 'post', { reversedById: 5 }),
  aPosting(4, 'loss', { reversedById: 6 }),
  aPosting(5, 'reverse', { reversesId: 3 }),
  aPosting(6, 'reverse', { reversesId: 4 }),
]
const words = documents.postings

beforeEach(async () => {
  await signedIn(({ pathname }) => (pathname.endsWith('/postings') ? postings : undefined))
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const of = (actions: readonly string[]) => aTrial([aLine(1, { stockUnit: 'kg' })], { auditStatus: 'approved', progress: 'full', actions })
const rows = async () => {
  await screen.findAllByText('Lin')
  return [...document.querySelectorAll<HTMLElement>('ol > li')]
}
const reverseIn = (row: HTMLElement) => within(row).queryByRole('button', { name: words.reverse })

test('a posting and a write-off that stand can be taken back, what was taken back and what took it back cannot', async () => {
  const reversed: number[] = []
  show(<Postings kind={screens.kind} of={of(['reverse'])} onReverse={({ id }) => void reversed.push(id)} />)
  const shown = await rows()
  expect(shown.map((row) => row.querySelector('.MuiChip-label')!.textContent)).toEqual([
    words.kind.post,
    words.kind.loss,
    words.reversed,
    words.lossReversed,
    words.kind.reverse,
    words.kind.reverse,
  ])
  expect(shown.map((row) => reverseIn(row) !== null)).toEqual([true, true, false, false, false, false])
  for (const row of shown.slice(0, 2)) fireEvent.click(reverseIn(row)!)
  expect(reversed).toEqual([1, 2])
})

test('nobody is offered to take back what the document does not let them', async () => {
  show(<Postings kind={screens.kind} of={of(['post'])} onReverse={() => undefined} />)
  expect((await rows()).map(reverseIn)).toEqual(postings.map(() => null))
})
