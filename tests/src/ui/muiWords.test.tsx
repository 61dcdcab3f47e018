import { QueryClientProvider } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { day } from '#contract/core/field'
import { newQueryClient } from '#src/api/useCall.ts'
import { fieldKinds } from '#src/crud/fieldKinds.tsx'
import { changeLanguage, startWords } from '#src/i18n/i18n.ts'
import { Themed } from '#src/theme/Themed.tsx'
import { Dates } from '#src/time/Dates.tsx'
import type { ListState } from '#src/ui/listAddress.ts'
import { ListTable } from '#src/ui/ListTable.tsx'

beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(cleanup)

const state: ListState = { filters: {}, page: 2, size: 10, sort: { field: 'no', descending: false } }
const rows = [{ id: 1 }, { id: 2 }]
const turn = { name: 'go', label: '1', icon: <i />, run: () => undefined }
const bulk = {
  name: 'go',
  label: '1',
  icon: <i />,
  question: () => '',
  titleOf: () => '',
  run: () => Promise.resolve(null),
  done: () => '',
  after: () => undefined,
}
const nothing = () => undefined
const DateInput = fieldKinds.day.Input

/** Parts of MUI that say words of their own; every word that the test itself puts in is a figure. */
function Parts() {
  return (
    <>
      <ListTable
        name="rows"
        label="1"
        userId={1}
        rows={rows}
        total={99}
        rowId={({ id }) => id}
        columns={[{ name: 'no', label: '1', sortable: true, cell: ({ id }) => id }]}
        actions={[turn]}
        bulk={[bulk]}
        state={state}
        onState={nothing}
      />
      <DateInput
        name="d"
        label="1"
        field={day()}
        value="2026-11-22"
        options={[]}
        disabled={false}
        fault={undefined}
        onChange={nothing}
        onBlur={nothing}
      />
      <Autocomplete options={['1']} value="1" renderInput={(params) => <TextField {...params} label="1" />} />
      <Alert onClose={nothing}>1</Alert>
    </>
  )
}
/** Every word that is seen or heard. */
const words = () =>
  [...document.body.querySelectorAll('*')]
    .filter((element) => !['SCRIPT', 'STYLE'].includes(element.tagName))
    .flatMap((element) => [
      ...['aria-label', 'title', 'placeholder', 'aria-valuetext'].map((name) => element.getAttribute(name) ?? ''),
      ...[...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [])),
    ])
    .filter((said) => /[\p{L}]/u.test(said))

describe.each([
  ['zh-CN', /[a-z]{2,}/i, ['选择行', '下一页', '上个月', '清空', '关闭']],
  ['en-US', /[\u3400-\u9fff]/, ['Select row', 'Go to next page', 'Previous month', 'Clear', 'Close']],
] as const)('in %s', (language, foreign, own) => {
  test('the parts of MUI say their words in the language of the console: grid, pages, calendar, choices, notes', async () => {
    await act(() => changeLanguage(language))
    const router = createMemoryRouter([{ path: '*', element: <Parts /> }])
    render(
      <Themed>
        <QueryClientProvider client={newQueryClient()}>
          <Dates>
            <RouterProvider router={router} />
          </Dates>
        </QueryClientProvider>
      </Themed>,
    )
    await screen.findByRole('grid')
    const heard = new Set(words())
    fireEvent.click(await screen.findByRole('button', { name: /^(选择日期|Choose date)/ }))
    await screen.findByRole('dialog')
    for (const word of words()) heard.add(word)
    // Of each part a word that it says itself.
    for (const word of own) expect([...heard]).toContain(word)
    expect([...heard].filter((word) => foreign.test(word.replace(/YYYY|MM|DD/g, '')))).toEqual([])
  })
})
