import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type LogRow, MOST_OF_PAGE } from '#contract/farm/log'
import { LOG_CREATE, LOG_EXPORT } from '#contract/farm/logCodes'
import { TASKS } from '#contract/farm/taskCodes'
import farm from '#locales/en-US/farm' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import documents from '#locales/en-US/documents' with { type: 'json' }
import { byDay } from '#src/screens/farm/log/days.ts'
import LogPage from '#src/screens/farm/log/LogPage.tsx'
import { rowPath } from '#src/screens/farm/log/rowPath.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const words = farm.log
const at = new Date(2026, 2, 10, 12, 30).getTime()
const aRow = (given: Partial<LogRow> = {}): LogRow => ({
  source: 'note',
  id: '1',
  at,
  day: null,
  level: 'info',
  title: 'Frost',
  said: 'Entry',
  text: null,
  by: 'Lin',
  areaId: 1,
  areaName: 'North',
  landId: null,
  landName: null,
  batchId: null,
  batchName: null,
  deviceId: null,
  deviceName: null,
  deviceType: null,
  pictures: [],
  count: 1,
  since: given.at ?? at,
  ofId: null,
  objectVersionNumber: null,
  ...given,
})

let pages: (url: URL) => unknown
let asked: URL[]
let held: readonly string[]
beforeEach(async () => {
  pages = () => ({ content: [aRow()], next: null })
  asked = []
  held = [LOG_CREATE, LOG_EXPORT, TASKS]
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  await signedIn((url, body) => {
    asked.push(url)
    const { pathname } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held.includes(code) }))
    if (pathname.endsWith('/area/default')) return { areaId: 1, areaName: 'North' }
    if (pathname.endsWith('/log/people')) return Response.json([{ userId: 7, realName: 'Lin' }])
    if (pathname.endsWith('/log')) return pages(url)
    if (pathname.endsWith('/land/options'))
      return { content: [{ id: 3, title: 'Plot 3', enabledFlag: 1 }], number: 1, size: 200, totalElements: 1 }
    return { content: [], number: 1, size: 200, totalElements: 0 }
  })
  for (const [name, bundle] of Object.entries({ farm, inventory, documents })) i18next.addResourceBundle('en-US', name, bundle)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const failure = (status: number, code: string) => Response.json({ failed: true, code, message: 'No' }, { status })
const logAsked = () => asked.filter(({ pathname }) => pathname.endsWith('/log')).map(({ searchParams }) => Object.fromEntries(searchParams))

describe('a row', () => {
  test('stands under its day', () => {
    const [late, early, before] = [aRow(), aRow({ at: at - 3_600_000 }), aRow({ at: at - 86_400_000 })]
    expect(byDay([late, early, before])).toEqual([
      { day: '2026-03-10', rows: [late, early] },
      { day: '2026-03-09', rows: [before] },
    ])
    expect(byDay([])).toEqual([])
  })

  test('leads to the page of what it tells of', () => {
    const device = { deviceId: 5, deviceType: 'gateway' }
    expect(
      [
        aRow(),
        aRow({ source: 'activity', ofId: 2 }),
        aRow({ source: 'task', ofId: 3 }),
        aRow({ source: 'harvest', ofId: 4 }),
        aRow({ source: 'camera', deviceId: 5 }),
        aRow({ source: 'camera' }),
        aRow({ source: 'command', ...device }),
        aRow({ source: 'command', ...device, deviceType: 'camera' }),
        aRow({ source: 'command', ...device, deviceType: 'no such type' }),
        aRow({ source: 'command' }),
        aRow({ source: 'alarm', ofId: 6 }),
      ].map((row) => rowPath(row, true)),
    ).toEqual([
      null,
      '/web/farm/activity?open=2',
      '/web/farm/taskManger?open=3',
      '/web/farm/batch?open=4',
      '/web/equipment/camera/info/5',
      null,
      '/web/equipment/gateway/info/5',
      '/web/equipment/camera/info/5',
      null,
      null,
      '/web/equipment/warning-manage/info/6',
    ])
    expect(rowPath(aRow({ source: 'task', ofId: 3 }), false)).toBe('/web/farm/task?open=3')
  })
})

describe('the log', () => {
  test('says who, when, where and what, how often, and what may be done with it', async () => {
    pages = () => ({
      content: [
        aRow({ title: 'Broken film', level: 'error', text: 'At the corner', landName: 'Plot 3', objectVersionNumber: 1 }),
        aRow({
          id: '2',
          source: 'command',
          title: 'Pump · Valve',
          said: 'Command: Open',
          count: 3,
          since: at - 60_000,
          deviceId: 5,
          deviceType: 'gateway',
        }),
        aRow({ id: '3', source: 'harvest', title: 'Tomato', said: 'Harvest: 5 kg', day: '2026-03-11', ofId: 4 }),
      ],
      next: null,
    })
    show(<LogPage />)
    const entry = (title: string) => screen.findByRole('heading', { name: title }).then((head) => head.closest('li')!)
    const broken = await entry('Broken film')
    expect(broken.textContent).toContain('12:30')
    expect(within(broken).getByText(words.level.error)).toBeTruthy()
    expect(within(broken).getByText('Entry · Lin · Plot 3')).toBeTruthy()
    expect(within(broken).getByText('At the corner')).toBeTruthy()
    expect(within(broken).getByRole('button', { name: 'Edit “Broken film”' })).toBeTruthy()
    const command = await entry('Pump · Valve')
    expect(within(command).getByText('3 times since 12:29')).toBeTruthy()
    expect(within(command).getByRole('link', { name: 'Pump · Valve' }).getAttribute('href')).toBe('/web/equipment/gateway/info/5')
    expect(within(command).queryAllByRole('button')).toEqual([])
    // Of a harvest the day is known alone; where the reader's zone has another, it is said.
    expect((await entry('Tomato')).textContent).toContain('2026-03-11')
    expect((await entry('Tomato')).textContent).toContain(words.dayOnly)
    expect(screen.getByRole('heading', { level: 2, name: /^2026-03-10/ })).toBeTruthy()
    expect(screen.getByText(words.end)).toBeTruthy()
  })

  test('asks for what its address is narrowed to, in the base that is worked in, and for what is older after that', async () => {
    pages = ({ searchParams }) =>
      searchParams.has('after') ? { content: [aRow({ id: '2', title: 'Older' })], next: null } : { content: [aRow()], next: '5.7.1' }
    show(<LogPage />, { at: '/?source=note&level=warn&landId=3&userId=7&from=2026-03-01&search=a%25' })
    fireEvent.click(await screen.findByRole('button', { name: words.more }))
    expect(await screen.findByText('Older')).toBeTruthy()
    const narrowed = { areaId: '1', source: 'note', level: 'warn', landId: '3', userId: '7', from: '2026-03-01', search: 'a%', size: '50' }
    expect(logAsked()).toEqual([narrowed, { ...narrowed, after: '5.7.1' }])
    // What is read already stays where it is.
    expect(screen.getByText('Frost')).toBeTruthy()
  })

  test('says that there is nothing, that nothing was found, and that it could not be read', async () => {
    pages = () => ({ content: [], next: null })
    show(<LogPage />)
    expect(await screen.findByText(words.none)).toBeTruthy()
    // There it is begun.
    await waitFor(() => expect(screen.getAllByRole('button', { name: words.add })).toHaveLength(2))
    cleanup()
    show(<LogPage />, { at: '/?search=x' })
    expect(await screen.findByText(words.noneFound)).toBeTruthy()
    cleanup()
    pages = () => failure(422, 'error.input.invalid')
    show(<LogPage />)
    expect(await screen.findByText(words.failed)).toBeTruthy()
    pages = () => ({ content: [aRow()], next: null })
    fireEvent.click(screen.getByRole('button', { name: /again|retry/i }))
    expect(await screen.findByText('Frost')).toBeTruthy()
  })

  test('has no button for what one may not', async () => {
    held = []
    show(<LogPage />)
    await screen.findByText('Frost')
    for (const name of [words.add, 'Export']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.getByRole('button', { name: words.print })).toBeTruthy()
  })

  test('on paper is what it is narrowed to in words, and its newest rows; where there is more it says so', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    show(<LogPage />, { at: '/?landId=3&search=fr' })
    await screen.findByText('Frost')
    await waitFor(() => expect(screen.getAllByText('Plot 3').length).toBeGreaterThan(0))
    pages = () => ({ content: [aRow(), aRow({ id: '2', title: 'Earlier', at: at - 86_400_000, pictures: ['/x'] })], next: '1.7.1' })
    fireEvent.click(screen.getByRole('button', { name: words.print }))
    await waitFor(() => expect(print).toHaveBeenCalled())
    expect(logAsked().at(-1)).toMatchObject({ size: String(MOST_OF_PAGE), landId: '3', search: 'fr' })
    const paper = document.querySelector('.printed')!
    for (const said of [
      'North',
      'Plot: Plot 3',
      'Search: fr',
      '2026-03-09 to 2026-03-10',
      '2 rows',
      'Frost',
      'Earlier',
      'The newest 2 rows',
    ])
      expect(paper.textContent).toContain(said)
    expect(paper.querySelectorAll('button').length).toBe(0)
    fireEvent(window, new Event('afterprint'))
    expect(document.querySelector('.printed')).toBeNull()
  })
})

test('pictures open large, and the arrows turn from one to the next and round', async () => {
  pages = () => ({ content: [aRow({ pictures: ['/a', '/b'] })], next: null })
  show(<LogPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Picture 2 of “Frost”' }))
  const large = await screen.findByRole('dialog', { name: 'Frost' })
  expect(within(large).getByText('2 / 2')).toBeTruthy()
  fireEvent.keyDown(large, { key: 'ArrowRight' })
  expect(await within(large).findByText('1 / 2')).toBeTruthy()
  fireEvent.keyDown(large, { key: 'ArrowLeft' })
  expect(await within(large).findByText('2 / 2')).toBeTruthy()
})
