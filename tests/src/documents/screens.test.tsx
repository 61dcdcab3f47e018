import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyDocumentFull } from '#contract/core/document'
import documents from '#locales/en-US/documents' with { type: 'json' }
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { queryClient, show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'
import { aLine, addTrialWords, aTrial, drawn, trialScreens } from './trial.tsx'

const { kind } = trialScreens
const people = [
  { id: 11, title: 'Lin', enabledFlag: 1 },
  { id: 12, title: 'Mei', enabledFlag: 1 },
  { id: 13, title: 'Two', enabledFlag: 1 },
  { id: 14, title: 'Two', enabledFlag: 1 },
]
let record: AnyDocumentFull
let sent: { lines: { id?: number; [field: string]: unknown }[]; [field: string]: unknown }[]
let asked: URL[]
let refusal: object | null
beforeEach(async () => {
  sent = []
  asked = []
  refusal = null
  drawn.clear()
  const page = (content: readonly unknown[]) => ({ content, number: 1, size: 10, totalElements: content.length })
  await signedIn((url, body) => {
    const { pathname, searchParams } = url
    asked.push(url)
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/options')) return page(people.filter(({ title }) => title.includes(searchParams.get('search') ?? '')))
    if (pathname.endsWith('/trial') && body === '') return page([record])
    if (pathname.includes('/trial') && body !== '') {
      sent.push(JSON.parse(body) as (typeof sent)[0])
      return refusal ? Response.json(refusal, { status: 422 }) : record
    }
    if (pathname.endsWith('/trial/5')) return record
    return page([{ areaId: 1, areaName: 'Home base' }])
  })
  addTrialWords()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const called = (label: string, row: number) => `${label}, line ${row}`
const cell = (label: string, row: number) => screen.getByLabelText<HTMLInputElement>(called(label, row), { exact: true })
const type = (label: string, row: number, value: string) => fireEvent.change(cell(label, row), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const save = async () => {
  const before = sent.length
  press(documents.save)
  await waitFor(() => expect(sent.length).toBe(before + 1))
  return sent.at(-1)!
}
async function edit(lines: readonly ReturnType<typeof aLine>[]) {
  record = aTrial(lines)
  show(<DocumentForm kind={kind} record={record} areaId={1} />)
  await screen.findByLabelText(called('Quantity', 1))
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: documents.save }).disabled).toBe(false))
}
const paste = (label: string, row: number, text: string) => fireEvent.paste(cell(label, row), { clipboardData: { getData: () => text } })

describe('a line', () => {
  test('keeps its identity when it is changed and when others come before it or go; a copy is a line of its own', async () => {
    await edit([aLine(21), aLine(22), aLine(23)])
    press('Duplicate line 1')
    await waitFor(() => expect(cell('Note', 2).value).toBe('note 21'))
    type('Note', 2, 'the copy')
    type('Quantity', 4, '9')
    press('Remove line 1')
    await waitFor(() => expect(cell('Note', 1).value).toBe('the copy'))
    const { lines } = await save()
    expect(lines.map(({ id, quantity, note }) => [id, quantity, note])).toEqual([
      [undefined, '21.00', 'the copy'],
      [22, '22.00', 'note 22'],
      [23, '9.00', 'note 23'],
    ])
  })
  test('keeps it under what is pasted over it; what is pasted below is new', async () => {
    await edit([aLine(21)])
    paste('Quantity', 1, '4\n5')
    await waitFor(() => expect(cell('Quantity', 2).value).toBe('5'))
    paste('WorkerId', 2, 'Mei\tFirst grade')
    await waitFor(() => expect(cell('WorkerId', 2).value).toBe('Mei'))
    expect((await save()).lines.map(({ id, workerId, quantity }) => [id, workerId, quantity])).toEqual([
      [21, 11, '4.00'],
      [undefined, 12, '5.00'],
    ])
  })
  test('is filled by the input of one of its cells', async () => {
    await edit([aLine(21), aLine(22)])
    press(called('Open', 2))
    expect([cell('Note', 2).value, cell('Quantity', 2).value, cell('Note', 1).value]).toEqual(['row 1', '7', 'note 21'])
    expect(screen.getByText('x7')).toBeTruthy()
  })
  test('is left and entered by keyboard, whatever its cells are; a list of choices and a day keep their arrows', async () => {
    await edit([aLine(21), aLine(22)])
    cell('WorkerId', 1).focus()
    fireEvent.keyDown(cell('WorkerId', 1), { key: 'Enter' })
    expect(document.activeElement).toBe(cell('WorkerId', 2))
    fireEvent.keyDown(cell('WorkerId', 2), { key: 'ArrowUp' })
    expect(document.activeElement).toBe(cell('WorkerId', 2))
    // Its list is open now: Enter chooses.
    fireEvent.keyDown(cell('WorkerId', 2), { key: 'Enter' })
    expect(screen.queryByLabelText(called('WorkerId', 3))).toBeNull()
    cell('Note', 2).focus()
    fireEvent.keyDown(cell('Note', 2), { key: 'ArrowUp' })
    expect(document.activeElement).toBe(cell('Note', 1))
    fireEvent.keyDown(cell('Note', 1), { key: 'd', ctrlKey: true })
    await waitFor(() => expect(document.activeElement).toBe(cell('Note', 2)))
    expect(cell('Note', 2).value).toBe('note 21')
    fireEvent.keyDown(cell('Note', 3), { key: 'Enter' })
    await waitFor(() => expect(document.activeElement).toBe(cell('WorkerId', 4)))
  })
  test('that is one of two hundred is typed into without any other being drawn again', async () => {
    // Without the pickers of days, two hundred of which take this window seconds to make.
    const line = { ...kind.arrangement.line, widths: { workerId: 200, quantity: 100, open: 60, note: 160 } }
    record = aTrial(Array.from({ length: 200 }, (_, at) => aLine(at + 1)))
    show(<DocumentForm kind={{ ...kind, arrangement: { ...kind.arrangement, line } }} record={record} areaId={1} />)
    // Not by their names: among so many that takes longer than all the rest.
    const at = (row: number, name: string) => document.querySelector<HTMLInputElement>(`[data-place="${row}.${name}"] input`)!
    await waitFor(() => expect(at(199, 'workerId').value).toBe('Lin'))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    fireEvent.blur(at(99, 'quantity'))
    expect(drawn.get('open')).toBeGreaterThanOrEqual(200)
    drawn.clear()
    // Right, wrong and right again: its fault comes and goes.
    for (const value of ['1', '1.', '1.2', '1.234', '1.23']) {
      fireEvent.change(at(99, 'quantity'), { target: { value } })
      await waitFor(() => expect(at(99, 'quantity').getAttribute('aria-invalid')).toBe(String(/\.$|\d{3}$/.test(value))))
    }
    expect(Object.fromEntries(drawn)).toEqual({})
    // What is measured is measured: a text that is too long is drawn with its fault, and it alone.
    fireEvent.change(at(99, 'note'), { target: { value: 'n'.repeat(41) } })
    fireEvent.blur(at(99, 'note'))
    await waitFor(() => expect(drawn.get('note')).toBeGreaterThan(0))
    expect(drawn.get('note')).toBeLessThan(10)
    expect([drawn.get('open'), drawn.get('workerId')]).toEqual([undefined, undefined])
  }, 60_000)
})

describe('rows of a spreadsheet', () => {
  test('name records, choices and days as they are called; what is not found, or is called like another, is left empty and counted', async () => {
    await edit([aLine(21)])
    paste('WorkerId', 1, 'Mei\tSecond grade\t1,200\t2026/9/1\tYes\tfine\nNobody\tThird\t3\t\tNo\t\nTwo\tfirst\t4\t\t\t')
    expect(await screen.findByText(/^3 lines pasted\..*: 3$/)).toBeTruthy()
    expect(cell('WorkerId', 1).value).toBe('Mei')
    expect([cell('WorkerId', 2).value, cell('WorkerId', 3).value]).toEqual(['', ''])
    expect(
      asked.filter(({ searchParams }) => searchParams.get('named') === 'Mei').map(({ searchParams }) => searchParams.get('areaId')),
    ).toEqual(['1'])
    press(documents.save)
    // Both who were not found have to be chosen.
    expect(await screen.findByText(/^2 inputs/)).toBeTruthy()
    paste('WorkerId', 2, 'Mei\t\nLin\t')
    await waitFor(() => expect(cell('WorkerId', 3).value).toBe('Lin'))
    expect((await save()).lines).toEqual([
      { id: 21, workerId: 12, grade: 'second', quantity: '1200.00', best: '2026-09-01', open: 1, sourceLineId: null, note: 'fine' },
      { workerId: 12, grade: null, quantity: '3.00', best: null, open: 0, sourceLineId: null, note: null },
      { workerId: 11, grade: null, quantity: '4.00', best: null, open: 0, sourceLineId: null, note: null },
    ])
  })
})

describe('what the server finds wrong', () => {
  test('stands at the cell it names, and below the form where no input has that name', async () => {
    await edit([aLine(21), aLine(22)])
    refusal = {
      failed: true,
      code: 'error.record.unknown',
      message: 'Refused',
      fields: {
        'lines.1.workerId': 'Gone meanwhile',
        'lines.0.quantity': 'More than there is',
        'lines.7.quantity': 'Of no line',
        keeperId: 'No keeper',
      },
    }
    await save()
    expect(await screen.findByText('Gone meanwhile')).toBeTruthy()
    const placeOf = (words: string) => screen.getByText(words).closest('[data-place]')?.getAttribute('data-place')
    expect(placeOf('Gone meanwhile')).toBe('1.workerId')
    expect(placeOf('More than there is')).toBe('0.quantity')
    expect(screen.getByText('No keeper').closest('.MuiFormControl-root')?.textContent).toContain('KeeperId')
    expect(screen.getByText('Of no line').closest('form [role=alert]')).toBeTruthy()
    expect(cell('Quantity', 2).getAttribute('aria-invalid')).toBe('false')
  })
})

describe('a cell of a reference', () => {
  test('says what it refers to, offers what is searched for, and keeps what was chosen', async () => {
    await edit([aLine(21, { workerId: 99, labels: { workerId: 'Long ago' } })])
    expect(cell('WorkerId', 1).value).toBe('Long ago')
    act(() => cell('WorkerId', 1).focus())
    type('WorkerId', 1, 'Me')
    fireEvent.click(await screen.findByRole('option', { name: 'Mei' }))
    expect(cell('WorkerId', 1).value).toBe('Mei')
    expect((await save()).lines[0]).toMatchObject({ id: 21, workerId: 12 })
  })
})

describe('a kind without prices', () => {
  test('has no money in its list, and the columns and filters of its own header', async () => {
    record = aTrial([aLine(21)])
    show(<trialScreens.ListPage />, { at: '/?reason=gift&keeperId=12&onDay=2026-08-01&reason2=x' })
    expect(await screen.findByText('TR5')).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: 'Total' })).toBeNull()
    const list = asked.find(({ pathname }) => pathname.endsWith('/trial'))!
    expect(Object.fromEntries(list.searchParams)).toMatchObject({ reason: 'gift', keeperId: '12', onDay: '2026-08-01' })
  })
  test('shows its references, facts, derived columns and what stands beside', async () => {
    record = aTrial([aLine(21)])
    show(
      <Routes>
        <Route path="/trial/info/:id" element={<trialScreens.InfoPage />} />
      </Routes>,
      { at: '/trial/info/5' },
    )
    for (const words of ['Mei', 'Loss', '1 x 2', 'Lin', 'First grade', 'x21.00', 'beside TR5'])
      expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText('Total')).toBeNull()
  })
})
