import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyDocumentFull } from '#contract/core/document'
import approvals from '#locales/en-US/approvals' with { type: 'json' }
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { ApprovalPanel } from '#src/screens/approvals/ApprovalPanel.tsx'
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { screens } from '#src/screens/inventory/aplionform/aplionform.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const line = {
  id: 1,
  productName: 'Tape',
  specification: null,
  unit: 'roll',
  quantity: '3',
  price: '145.35',
  amount: '436.05',
  remark: null,
  planned: '3.000000',
  done: '0.000000',
  taken: '0.000000',
  lost: '0.000000',
  pending: '0.000000',
  underWay: '0.000000',
  unitName: 'roll',
  stockUnit: 'roll',
  sourceLineId: null,
}
const document: AnyDocumentFull = {
  id: 5,
  code: 'PA5',
  areaId: 1,
  areaName: 'Home base',
  title: 'Seeds',
  neededBy: null,
  remark: null,
  applicantId: 1,
  applicantName: 'X',
  auditStatus: 'draft',
  createdAt: 1,
  submittedAt: null,
  updatedAt: 1,
  lineCount: 1,
  total: '436.05',
  processId: null,
  progress: null,
  closeReason: null,
  arrived: null,
  sourceId: null,
  source: null,
  made: [],
  attachments: [],
  actions: ['edit'],
  objectVersionNumber: 1,
  lines: [line],
}
const task = {
  id: 1,
  processId: 1,
  currentTaskId: 1,
  currentTaskName: 'Chief',
  formName: 'Purchase application',
  formCode: 'aplionform',
  submitName: 'Lin',
  startTime: 1_790_000_000_000,
  taskState: 1,
  processState: 1,
  thirdId: 5,
  documentCode: 'PA5',
  documentTitle: 'Seeds',
  documentAmount: '436.05',
  nextTaskName: null,
  round: 1,
  outcome: null,
  reason: null,
}
beforeEach(async () => {
  const page = (content: readonly unknown[]) => ({ content, number: 1, size: 10, totalElements: content.length })
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/purchase-application/5')) return document
    if (pathname.endsWith('/purchase-application')) return page([document])
    if (pathname.endsWith('/query/page')) return page([task])
    if (pathname.endsWith('/count')) return { waiting: 1 }
    return page([{ areaId: 1, areaName: 'Home base' }])
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
  i18next.addResourceBundle('en-US', 'approvals', approvals)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const info = '/inventory/prment/aplionform/info/'
const places: Record<string, { readonly place: ReactNode; readonly at?: string; readonly count?: number }> = {
  'the list': { place: <screens.ListPage /> },
  'the lines of a document and their sum': {
    place: (
      <Routes>
        <Route path={`${info}:id`} element={<screens.InfoPage />} />
      </Routes>
    ),
    at: `${info}5`,
    count: 3,
  },
  'the lines of the form': { place: <DocumentForm kind={screens.kind} record={document} areaId={1} /> },
  'the list of approvals': { place: <ApprovalPanel onClose={() => undefined} /> },
}
test.each(Object.entries(places))('money stands at the right of its column in %s', async (_, { place, at = '/', count = 1 }) => {
  show(place, { at })
  await screen.findAllByText(/436\.05/)
  const cells = [...window.document.querySelectorAll('td, [role=gridcell]')].filter(
    (cell) => cell.children.length < 2 && /^¥[\d,]+\.\d\d$/.test(cell.textContent ?? ''),
  )
  expect(cells.length).toBeGreaterThanOrEqual(count)
  const isRight = ({ classList }: Element) =>
    classList.contains('MuiTableCell-alignRight') || classList.contains('MuiDataGrid-cell--textRight')
  expect(cells.filter((cell) => !isRight(cell)).map(({ textContent }) => textContent)).toEqual([])
})
