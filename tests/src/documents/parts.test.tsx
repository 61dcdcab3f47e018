import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyDocumentFull } from '#contract/core/document'
import documents from '#locales/en-US/documents' with { type: 'json' }
import crud from '#locales/en-US/crud' with { type: 'json' }
import media from '#locales/en-US/media' with { type: 'json' }
import i18next from 'i18next'
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { DocumentInfo } from '#src/documents/DocumentInfo.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'
import { aLine, addTrialWords, aTrial, trialScreens } from './trial.tsx'

const { kind } = trialScreens
const people = [
  { id: 11, title: 'Lin', enabledFlag: 1, codes: ['W-11'] },
  { id: 12, title: 'Mei', enabledFlag: 1, codes: ['W-12'] },
]
let record: AnyDocumentFull
let sent: { path: string; body: Record<string, unknown> }[]
let asked: URL[]
let read: object
let offline: boolean
beforeEach(async () => {
  sent = []
  asked = []
  offline = false
  const page = (content: readonly unknown[]) => ({ content, number: 1, size: 10, totalElements: content.length })
  await signedIn((url, body) => {
    const { pathname, searchParams } = url
    asked.push(url)
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/options')) {
      if (offline) return Response.json({ failed: true, code: 'error.unavailable', message: 'Not now' }, { status: 503 })
      const [search, named] = [searchParams.get('search'), searchParams.get('named')]
      return page(
        people.filter(({ title, codes }) => [title, ...codes].some((one) => (named === null ? one.includes(search ?? '') : one === named))),
      )
    }
    if (pathname.endsWith('/read-lines')) {
      sent.push({ path: pathname, body: JSON.parse(body) as Record<string, unknown> })
      return read
    }
    if (pathname.includes('/trial') && body !== '') {
      sent.push({ path: pathname, body: JSON.parse(body) as Record<string, unknown> })
      return record
    }
    if (pathname.endsWith('/postings')) return []
    return page([{ areaId: 1, areaName: 'Home base' }])
  })
  addTrialWords()
  i18next.addResourceBundle('en-US', 'media', media)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const cell = (label: string, row: number) => screen.getByLabelText<HTMLInputElement>(`${label}, line ${row}`, { exact: true })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const save = async () => {
  const before = sent.length
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: documents.save }).disabled).toBe(false))
  press(documents.save)
  await waitFor(() => expect(sent.length).toBe(before + 1))
  return sent.at(-1)!.body as { attachments: string[]; lines: Record<string, unknown>[] }
}
async function edit(lines: readonly ReturnType<typeof aLine>[], more: object = {}) {
  record = aTrial(lines, more)
  show(<DocumentForm kind={kind} record={record} areaId={1} />)
  await screen.findByRole('button', { name: documents.line.add })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: documents.save }).disabled).toBe(false))
}
const uuid = (nr: number) => `00000000-0000-4000-8000-00000000000${nr}`
const file = (nr: number) => ({ id: uuid(nr), fileName: `file ${nr}.pdf`, fileUrl: `/hfle/v1/1/files/${uuid(nr)}/content`, bytes: 2048 })

/** Uploads in this window: what was sent, each answered as the server would. */
function uploads() {
  const taken: string[] = []
  class Sender {
    status = 200
    responseText = ''
    upload = { addEventListener: () => undefined, onprogress: null }
    listeners = new Map<string, () => void>()
    onload: (() => void) | null = null
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return 'application/json'
    }
    addEventListener(name: string, hear: () => void) {
      this.listeners.set(name, hear)
    }
    abort() {}
    send(form: FormData) {
      const one = form.get('file') as File
      taken.push(one.name)
      const { id, ...kept } = file(taken.length)
      this.responseText = JSON.stringify({ id, ...kept, fileName: one.name, kind: 'file' })
      setTimeout(() => (this.listeners.get('load') ?? this.onload)?.())
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sender)
  return taken
}
const pick = (at: number, files: File[]) => fireEvent.change(screen.getAllByTestId('pick')[at]!, { target: { files } })

describe('files of a document', () => {
  test('are added and taken out in its form, and saved with it', async () => {
    const taken = uploads()
    await edit([aLine(21)], { attachments: [file(8), file(9)] })
    press(media.remove.replace('{{name}}', 'file 8.pdf'))
    pick(0, [new File(['a note'], 'note.txt')])
    expect(await screen.findByRole('button', { name: media.download.replace('{{name}}', 'note.txt') })).toBeTruthy()
    expect(taken).toEqual(['note.txt'])
    expect((await save()).attachments).toEqual([uuid(9), uuid(1)])
  })
  test('are at most ten, none of them of 10 MB: what is too big is not sent', async () => {
    const taken = uploads()
    await edit([aLine(21)], { attachments: Array.from({ length: 8 }, (_, nr) => file(nr)) })
    const big = new File([new Uint8Array(10 * 1024 * 1024)], 'big.bin')
    pick(0, [big, ...[1, 2, 3].map((nr) => new File(['x'], `${nr}.txt`))])
    expect(await screen.findByText(/smaller than 10\s?MB/)).toBeTruthy()
    expect(screen.getByText(media.most.replace('{{max}}', '10').replace('{{count}}', '2'))).toBeTruthy()
    await waitFor(() => expect(taken).toEqual(['1.txt']))
  })
  test('stand on its page with their size', async () => {
    record = aTrial([aLine(21)], { attachments: [file(8)] })
    show(<DocumentInfo kind={kind} of={record} />)
    const button = await screen.findByRole('button', { name: media.download.replace('{{name}}', 'file 8.pdf') })
    expect(button.textContent).toContain('2 kB')
  })
})

describe('a spreadsheet of lines', () => {
  const lines = [1, 2].map((nr) => ({
    values: { workerId: 10 + nr, grade: null, quantity: `${nr}.00`, best: null, open: 0, note: `from ${nr}` },
    labels: { workerId: nr === 1 ? 'Lin' : 'Mei' },
  }))
  const open = async () => {
    uploads()
    press(documents.import.open)
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByTestId('pick'), { target: { files: [new File(['x'], 'lines.xlsx')] } })
    return dialog
  }
  test('is read with the header as it is so far; each fault stands with its row and column, and nothing comes into the form', async () => {
    await edit([aLine(21)])
    read = {
      rows: 37,
      counts: { new: 0, changed: 0, same: 0, duplicates: 0 },
      duplicates: [],
      committed: false,
      unknownHeads: [],
      whole: true,
      lines: [],
      faults: Array.from({ length: 37 }, (_, at) => ({ row: at + 2, field: 'quantity', message: `Wrong ${at}` })),
    }
    const dialog = await open()
    await within(dialog).findByText('Wrong 36')
    expect(within(dialog).getAllByText(/^Wrong \d+$/)).toHaveLength(37)
    expect(within(dialog).getAllByRole('row')[1]!.textContent).toBe('2QuantityWrong 0')
    expect(sent[0]!.body).toMatchObject({ fileId: uuid(1), areaId: 1, header: { keeperId: 12, reason: 'loss' } })
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: crud.import }).disabled).toBe(true)
    expect(cell('Quantity', 1).value).toBe('21.00')
  })
  test.each([
    ['append', ['note 21', 'from 1', 'from 2']],
    ['replace', ['from 1', 'from 2']],
  ] as const)('comes into the form (%s), and is saved with it', async (where, notes) => {
    await edit([aLine(21)])
    read = {
      rows: 2,
      counts: { new: 2, changed: 0, same: 0, duplicates: 0 },
      duplicates: [],
      committed: false,
      unknownHeads: [],
      whole: false,
      faults: [],
      lines,
    }
    const dialog = await open()
    expect(await within(dialog).findByText(documents.import.partly)).toBeTruthy()
    fireEvent.click(within(dialog).getByLabelText(documents.import[where]))
    fireEvent.click(within(dialog).getByRole('button', { name: documents.import.bring.replace('{{count}}', '2') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(cell('WorkerId', notes.length).value).toBe('Mei'))
    const body = await save()
    expect(body.lines.map(({ note }) => note)).toEqual(notes)
    expect(body.lines.map(({ id }) => id)).toEqual(where === 'append' ? [21, undefined, undefined] : [undefined, undefined])
  })
  test.each([
    ['append', ['from 1', 'from 1', 'from 2'], 2],
    ['missing', ['from 1', 'from 2'], 1],
    ['replace', ['from 1', 'from 2'], 2],
  ] as const)('of which some are in the form already asks what becomes of them (%s)', async (where, notes, count) => {
    // As somebody typed it: the same amount in other letters.
    await edit([{ ...aLine(21), ...lines[0]!.values, quantity: '1' } as never])
    read = {
      rows: 2,
      counts: { new: 2, changed: 0, same: 0, duplicates: 0 },
      duplicates: [],
      committed: false,
      unknownHeads: [],
      whole: true,
      faults: [],
      lines,
    }
    const dialog = await open()
    expect(await within(dialog).findByText(documents.import.there_one.replace('{{count}}', '1'))).toBeTruthy()
    const bring = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Bring \d into the form$/ })
    expect(bring().disabled).toBe(true)
    const words = where === 'missing' ? documents.import.missing_one.replace('{{count}}', '1') : documents.import[where]
    fireEvent.click(within(dialog).getByLabelText(words))
    expect(bring().textContent).toBe(documents.import.bring.replace('{{count}}', String(count)))
    fireEvent.click(bring())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await save()).lines.map(({ note }) => note)).toEqual(notes)
  })
  test('that would make more than 200 lines stays outside', async () => {
    const given = Array.from({ length: 199 }, (_, at) => aLine(at + 1))
    const arranged = { ...kind.arrangement, line: { ...kind.arrangement.line, widths: { note: 100 } } }
    record = aTrial(given)
    show(<DocumentForm kind={{ ...kind, arrangement: arranged }} record={record} areaId={1} />)
    await screen.findByRole('button', { name: documents.line.add })
    read = {
      rows: 2,
      counts: { new: 2, changed: 0, same: 0, duplicates: 0 },
      duplicates: [],
      committed: false,
      unknownHeads: [],
      whole: true,
      faults: [],
      lines,
    }
    const dialog = await open()
    fireEvent.click(await within(dialog).findByRole('button', { name: documents.import.bring.replace('{{count}}', '2') }))
    expect(await within(dialog).findByText(/200/, { selector: '.MuiAlert-message' })).toBeTruthy()
  }, 40_000)
})

describe('a barcode scanner', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>(documents.scan.label)
  const scan = (code: string) => {
    fireEvent.change(field(), { target: { value: code } })
    fireEvent.keyDown(field(), { key: 'Enter' })
  }
  test('fills the empty line, counts on the line that has it, and adds one for another', async () => {
    await edit([aLine(21, { workerId: null, grade: null, quantity: '', best: null, note: '', labels: {} })])
    for (const code of ['W-11', 'W-12', 'W-11', 'W-11']) scan(code)
    await waitFor(() => expect(cell('Quantity', 1).value).toBe('3'))
    expect([cell('WorkerId', 1).value, cell('WorkerId', 2).value, cell('Quantity', 2).value]).toEqual(['Lin', 'Mei', '1'])
    expect(field().value).toBe('')
    expect(asked.filter(({ searchParams }) => searchParams.get('named') === 'W-11')).toHaveLength(1)
    expect((await save()).lines.map(({ id, workerId, quantity }) => [id, workerId, quantity])).toEqual([
      [21, 11, '3.00'],
      [undefined, 12, '1.00'],
    ])
  })
  test('counts on the last line of it that counts in the usual unit, and leaves a quantity alone that is none', async () => {
    await edit([aLine(21, { grade: 'second' }), aLine(22, { grade: null, quantity: '1.50' }), aLine(23, { workerId: 12 })])
    scan('W-11')
    await waitFor(() => expect(cell('Quantity', 2).value).toBe('2.5'))
    fireEvent.change(cell('Quantity', 2), { target: { value: 'some' } })
    scan('W-11')
    await waitFor(() => expect(cell('Quantity', 4).value).toBe('1'))
    expect(cell('Quantity', 2).value).toBe('some')
  })
  test('that reads an unknown code, or finds no server, says which code it was; another try takes it', async () => {
    await edit([aLine(21)])
    scan('4006381333931')
    expect(await screen.findByText(documents.scan.unknown.replace('{{code}}', '4006381333931'))).toBeTruthy()
    offline = true
    scan('W-12')
    expect(await screen.findByText(/^W-12 was not looked up/)).toBeTruthy()
    offline = false
    press(documents.scan.again)
    await waitFor(() => expect(cell('WorkerId', 2).value).toBe('Mei'))
    expect(await screen.findByText(documents.scan.unknown.replace('{{code}}', '4006381333931'))).toBeTruthy()
    expect(screen.queryByText(/^W-12 was not/)).toBeNull()
  })
  test('is heard while nothing is typed into, and is not taken for a person who types', async () => {
    await edit([aLine(21)])
    const burst = (code: string, target: Element = document.body) => {
      for (const key of [...code.split(''), 'Enter']) fireEvent.keyDown(target, { key })
    }
    // Into an input it is what is typed there.
    burst('W-11', cell('Note', 1))
    // A short burst is none.
    burst('W-1')
    const clock = vi.spyOn(Event.prototype, 'timeStamp', 'get')
    let now = 10_000
    clock.mockImplementation(() => (now += 80))
    burst('W-11')
    clock.mockRestore()
    burst('W-12', screen.getByRole('button', { name: documents.line.add }))
    await waitFor(() => expect(cell('WorkerId', 2).value).toBe('Mei'))
    // Codes are looked up in their order: whatever was heard before would have been asked for.
    expect(asked.flatMap(({ searchParams }) => searchParams.get('named') ?? [])).toEqual(['W-12'])
    expect(sent).toEqual([])
  })
})

describe('a document on paper', () => {
  test('is drawn while it is printed: what it is, its lines under one head, and who decided it', async () => {
    const printed = vi.fn(() => document.querySelector('.printed')?.textContent ?? '')
    vi.stubGlobal('print', printed)
    record = aTrial(
      Array.from({ length: 200 }, (_, at) => aLine(at + 1)),
      { auditStatus: 'approved' },
    )
    const line = { ...kind.arrangement.line, widths: { workerId: 200, note: 160 } }
    show(<DocumentInfo kind={{ ...kind, arrangement: { ...kind.arrangement, line } }} of={record} />)
    expect(document.querySelector('.printed')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: documents.print.act }))
    const text = printed.mock.results[0]!.value as string
    expect(text).toContain('Trial TR5')
    expect(text).toContain('Trial of seeds · Approved')
    expect(text).toContain('note 200')
    const paper = document.querySelector('.printed')!
    expect([paper.querySelectorAll('thead').length, paper.querySelectorAll('tbody tr').length]).toEqual([1, 200])
    expect(paper.parentElement).toBe(document.body)
    fireEvent(window, new Event('afterprint'))
    expect(document.querySelector('.printed')).toBeNull()
    // By the browser's own menu, too.
    fireEvent(window, new Event('beforeprint'))
    expect(document.querySelector('.printed')).toBeTruthy()
  }, 60_000)
})

describe('a reference among lines', () => {
  test('is chosen by its code as soon as the cell is left, whole and without waiting; what names nothing is said', async () => {
    await edit([aLine(21, { workerId: null, labels: {} }), aLine(22, { workerId: null, labels: {} })])
    cell('WorkerId', 1).focus()
    fireEvent.change(cell('WorkerId', 1), { target: { value: 'W-12' } })
    fireEvent.blur(cell('WorkerId', 1))
    await waitFor(() => expect(cell('WorkerId', 1).value).toBe('Mei'))
    cell('WorkerId', 2).focus()
    fireEvent.change(cell('WorkerId', 2), { target: { value: 'W-1' } })
    fireEvent.blur(cell('WorkerId', 2))
    expect(await screen.findByText(/W-1\b/, { selector: '.MuiFormHelperText-root' })).toBeTruthy()
    expect(sent).toEqual([])
  })
  test('is pasted by title or by code', async () => {
    await edit([aLine(21)])
    fireEvent.paste(cell('WorkerId', 1), {
      clipboardData: { getData: () => ['W-12\t\t5', 'Lin\t\t6', 'W-11\t\t7'].join('\n') },
    })
    await waitFor(() => expect(cell('WorkerId', 3).value).toBe('Lin'))
    expect((await save()).lines.map(({ workerId, quantity }) => [workerId, quantity])).toEqual([
      [12, '5.00'],
      [11, '6.00'],
      [11, '7.00'],
    ])
  })
})
