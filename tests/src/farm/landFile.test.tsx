import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Position } from '#contract/core/values'
import type { LandFileReport, LandRow } from '#contract/farm/landFile'
import farm from '#locales/en-US/farm' with { type: 'json' }
import { LandFileDialog } from '#src/screens/farm/landFiles/LandFileDialog.tsx'
import { show } from '../crud/showing.tsx'
import { FakeUpload, ID } from '../files/fakeUploads.ts'
import { fakeCanvas } from '../map/fakeCanvas.ts'
import { signedIn } from '../signedIn.ts'

const { landFile: words } = farm
const FILE = ID(1)
const ring = (longitude: number): Position[] => [
  [longitude, 22.96],
  [longitude + 0.001, 22.96],
  [longitude, 22.961],
]
let rows: LandRow[]
let said: string | null
let asked: URLSearchParams[]
let sent: unknown[]
let answer: unknown
let mayEdit: boolean
const aRow = (name: string, given: Partial<LandRow> = {}): LandRow => ({
  row: rows.length + 1,
  feature: rows.length + 1,
  name,
  state: 'new',
  landId: null,
  was: null,
  outline: ring(113.34 + rows.length / 100),
  measure: '1.00',
  rings: 1,
  faults: [],
  notes: [],
  ...given,
})
const add = (...given: Parameters<typeof aRow>) => void rows.push(aRow(...given))

beforeEach(async () => {
  fakeCanvas()
  const listen = () => undefined
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener: listen,
    removeListener: listen,
    addEventListener: listen,
    removeEventListener: listen,
  }))
  rows = []
  said = null
  asked = []
  mayEdit = true
  sent = []
  answer = { created: 1, updated: 0 }
  FakeUpload.all.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  await signedIn((url, body) => {
    if (url.pathname.endsWith('/check-resources'))
      return (JSON.parse(body) as string[]).map((code) => ({ code, approve: mayEdit || !code.endsWith('.edit') }))
    if (url.pathname.endsWith(`/land/file/${ID(2)}`)) return new Promise(() => undefined)
    if (url.pathname.endsWith(`/land/file/${FILE}`)) {
      asked.push(url.searchParams)
      return { format: 'kml', said, nameFields: ['name', 'code'], nameOf: 'name', rows } satisfies LandFileReport
    }
    if (url.pathname.endsWith('/land/file')) {
      sent.push(JSON.parse(body))
      return answer
    }
    if (url.pathname.endsWith('/land'))
      return { content: [{ landName: 'Old', landProfile: ring(113.3), landId: 1 }], number: 1, size: 0, totalElements: 1 }
    return
  })
  i18next.addResourceBundle('en-US', 'farm', farm)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function choose() {
  const closed = vi.fn()
  show(<LandFileDialog area={{ areaId: 5, areaName: 'Home' }} onClose={closed} />)
  await screen.findByRole('dialog')
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], 'a.kml'))
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
  FakeUpload.all[0]!.keep(FILE)
  await screen.findByRole('radio', { name: words.datums.WGS84 })
  return closed
}
const bring = (count: number) => screen.getByRole<HTMLButtonElement>('button', { name: `Bring ${count}` })
const datum = (name: keyof typeof words.datums) => screen.getByRole<HTMLInputElement>('radio', { name: words.datums[name] })
const line = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const box = (name: string) => within(line(name)).getByRole<HTMLInputElement>('checkbox')
const drawn = (kind: string) => document.querySelectorAll(`path.furrow-outline-${kind}`).length

test('nothing is brought before somebody says which coordinates they are, where the file does not', async () => {
  add('North')
  const closed = await choose()
  expect(screen.getByText(words.unsaid)).toBeTruthy()
  expect([datum('WGS84').checked, datum('GCJ02').checked, bring(1).disabled]).toEqual([false, false, true])
  fireEvent.click(datum('GCJ02'))
  await waitFor(() => expect(asked.at(-1)?.get('datum')).toBe('GCJ02'))
  await waitFor(() => expect(bring(1).disabled).toBe(false))
  fireEvent.click(bring(1))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent).toEqual([
    {
      fileId: FILE,
      areaId: 5,
      datum: 'GCJ02',
      swapped: 0,
      sameName: 'leave',
      landType: 'field',
      nurtureKind: null,
      rows: [{ row: 1, state: 'new' }],
      agreed: [],
    },
  ])
})

test('what the file says of itself is taken, and may be said otherwise', async () => {
  said = 'CGCS2000_3_Degree_GK_CM_114E'
  add('North')
  await choose()
  expect(screen.getByText(words.said.replace('{{said}}', said))).toBeTruthy()
  expect([datum('WGS84').checked, bring(1).disabled]).toEqual([true, false])
  fireEvent.click(datum('BD09'))
  await waitFor(() => expect(asked.at(-1)?.get('datum')).toBe('BD09'))
})

test('new and changed ones are chosen, duplicates may be, and what is the same or faulty is not', async () => {
  said = 'WGS 84'
  add('North')
  add('South', { state: 'changed', landId: 7, was: { landName: 'So', landMeasure: '2.00' } })
  add('East', { state: 'same', landId: 8, was: { landName: 'East', landMeasure: '1.00' } })
  add('West', { state: 'duplicate', landId: 9, was: { landName: 'WEST', landMeasure: '1.00' } })
  add('Bow', { faults: ['crossing'] })
  add('Tree', { faults: ['point'], outline: null, measure: null })
  await choose()
  await waitFor(() => expect(box('South').disabled).toBe(false))
  const boxes = () => ['North', 'South', 'East', 'West', 'Bow', 'Tree'].map((name) => [box(name).checked, box(name).disabled])
  expect(boxes()).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, false],
    [false, true],
    [false, true],
  ])
  expect(screen.getByText('KML: 1 new, 1 changed, 1 the same, 1 duplicates, 2 with faults')).toBeTruthy()
  expect(line('South').textContent).toContain('2.00 → 1.00')
  expect(line('South').textContent).toContain('so far "So"')
  expect(line('West').textContent).toContain('"WEST" is there already')
  expect(within(line('Bow')).getByText(words.state.faulty)).toBeTruthy()
  expect(within(line('Bow')).queryByText(words.state.new)).toBeNull()
  await waitFor(() => expect(['new', 'left', 'fault', 'there'].map(drawn)).toEqual([2, 2, 1, 1]))
  fireEvent.click(box('West'))
  fireEvent.click(box('North'))
  await waitFor(() => expect(['new', 'left'].map(drawn)).toEqual([2, 2]))
  answer = { created: 1, updated: 1 }
  fireEvent.click(bring(2))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toMatchObject([
    {
      rows: [
        { row: 2, state: 'changed' },
        { row: 4, state: 'duplicate' },
      ],
    },
  ])
  expect(await screen.findByText('New plots: 1, changed: 1')).toBeTruthy()
})

test('what is lost or strange is agreed to by its kind, of what is chosen alone', async () => {
  said = 'WGS 84'
  add('North', { notes: [{ code: 'hole', mu: '0.20' }] })
  add('South', {
    notes: [
      { code: 'hole', mu: '0.30' },
      { code: 'overlap', names: ['Old', 'Older'] },
    ],
  })
  await choose()
  expect(line('North').textContent).toContain('0.20 mu are taken off its area')
  expect(line('South').textContent).toContain('It lies over Old, Older')
  expect(bring(2).disabled).toBe(true)
  fireEvent.click(screen.getByRole('checkbox', { name: words.agree.hole.replace('{{count}}', '2') }))
  expect(bring(2).disabled).toBe(true)
  fireEvent.click(box('South'))
  expect(bring(1).disabled).toBe(false)
  expect(screen.queryByRole('checkbox', { name: /lie over others/ })).toBeNull()
  fireEvent.click(box('South'))
  fireEvent.click(screen.getByRole('checkbox', { name: words.agree.overlap.replace('{{count}}', '1') }))
  fireEvent.click(bring(2))
  await waitFor(() => expect(sent).toMatchObject([{ agreed: ['hole', 'overlap'] }]))
})

test('to be read otherwise is to be checked and agreed anew', async () => {
  said = 'WGS 84'
  add('North', { notes: [{ code: 'far', km: 60 }] })
  await choose()
  fireEvent.click(screen.getByRole('checkbox', { name: /far from the base/ }))
  expect(bring(1).disabled).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: words.swapped }))
  await waitFor(() => expect(asked.at(-1)?.get('swapped')).toBe('1'))
  expect(bring(1).disabled).toBe(true)
})

test('a refusal is said, and the file is checked again', async () => {
  said = 'WGS 84'
  add('North')
  const closed = await choose()
  const before = asked.length
  answer = { status: 409, failed: true, code: 'error.landFile.moved', message: 'Plots have changed meanwhile' }
  fireEvent.click(bring(1))
  expect(await screen.findByText('Plots have changed meanwhile')).toBeTruthy()
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
  expect(closed).not.toHaveBeenCalled()
})

test('who may not edit plots brings new ones alone', async () => {
  said = 'WGS 84'
  mayEdit = false
  add('North')
  add('South', { state: 'changed', landId: 7, was: { landName: 'So', landMeasure: '2.00' } })
  await choose()
  expect([box('South').checked, box('South').disabled, bring(1).disabled]).toEqual([false, true, false])
})

test('of another file nothing is shown that was found in the one before; one that is too large is not sent', async () => {
  said = 'WGS 84'
  add('North')
  await choose()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const large = new File(['x'], 'large.kml')
  Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
  await userEvent.upload(input, large)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect([FakeUpload.all.length, screen.queryByRole('row', { name: /North/ })]).toEqual([1, null])
  await userEvent.upload(input, new File(['x'], 'b.kml'))
  await waitFor(() => expect(FakeUpload.all).toHaveLength(2))
  FakeUpload.all[1]!.keep(ID(2))
  await waitFor(() => expect(screen.getByRole('progressbar')).toBeTruthy())
  expect([screen.queryByRole('alert'), screen.queryByRole('row', { name: /North/ })]).toEqual([null, null])
})
