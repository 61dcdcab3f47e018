import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RejectedMessage } from '#contract/devices/gateway'
import { type RejectedNote, rejectedNote } from '#contract/devices/rejectedNote'
import chinese from '#locales/zh-CN/devices' with { type: 'json' }
import { RejectedList } from '#src/screens/devices/collect/RejectedList.tsx'
import { wordNotes } from '#src/screens/devices/collect/wordNotes.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('zh-CN', 'devices', chinese)
afterEach(async () => {
  cleanup()
  await i18next.changeLanguage('en-US')
  vi.unstubAllGlobals()
})

const row = (id: number, reason: RejectedMessage['reason'], notes: RejectedNote[], detail = ''): RejectedMessage => ({
  id,
  at: Date.now(),
  topic: 'furrow/1/p-1/readings',
  payload: '{}',
  reason,
  notes,
  detail,
})
let counted: { reason: RejectedMessage['reason']; n: number }[]
let listed: number | null
beforeEach(() => {
  counted = []
  listed = null
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'o', realName: 'O', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  const content = [
    row(4, 'notNumber', [
      { code: 'number', name: 'a', said: { kind: 'array', text: '' } },
      { code: 'stateElsewhere', name: 'b', said: { kind: 'text', text: 'warm' } },
      { code: 'more', count: 2 },
    ]),
    row(3, 'duplicate', [{ code: 'duplicate', name: 'a', at: 0, first: null, second: 2 }]),
    row(2, 'wrongPassword', [{ code: 'times', count: 7 }]),
    row(1, 'shape', [], 'an object is wanted, this is null'),
  ]
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.includes('/counts')
        ? { from: new Date(2026, 10, 21, 15).getTime(), counts: counted }
        : { content, number: 1, size: 10, totalElements: listed ?? content.length },
    ),
  )
})

test('what was wrong is said in the language of the reader, and a row from before that keeps its sentence', async () => {
  await i18next.changeLanguage('zh-CN')
  show(<RejectedList deviceId={1} />)
  expect(
    await screen.findByText(
      '“a”收到的是数组；读数应为数字或 null；“b”收到的是文本“warm”；读数应为数字或 null，设备状态请发到状态主题；另有 2 处',
    ),
  ).toBeDefined()
  expect(screen.getByText(/“a”在 .* 已有值 null，予以保留；后来的 2 未采用/)).toBeDefined()
  expect(screen.getByText('一分钟内 7 次')).toBeDefined()
  expect(screen.getByText('an object is wanted, this is null')).toBeDefined()
  cleanup()
  await i18next.changeLanguage('en-US')
  show(<RejectedList deviceId={1} />)
  expect(await screen.findByText(/^"a" came as an array; .*"b" came as the text "warm".*; and 2 more$/)).toBeDefined()
  expect(screen.getByText('7 times within a minute')).toBeDefined()
})

test('how much of a day was not used is said by reason, also what the list has let go', async () => {
  counted = [
    { reason: 'notNumber', n: 31_400 },
    { reason: 'wrongPassword', n: 12 },
  ]
  listed = 1000
  show(<RejectedList deviceId={1} />)
  expect(await screen.findByText('Not used since 2026-11-21 15:00: 31,412')).toBeDefined()
  expect(screen.getByText('The value is not a number: 31,400')).toBeDefined()
  expect(screen.getByText('Refused: wrong secret: 12')).toBeDefined()
  expect(screen.getByText('Only the newest 1,000 messages are listed; all are counted')).toBeDefined()
  cleanup()
  await i18next.changeLanguage('zh-CN')
  show(<RejectedList deviceId={1} />)
  expect(await screen.findByText('2026-11-21 15:00 以来未采用：31,412')).toBeDefined()
  cleanup()
  await i18next.changeLanguage('en-US')
  counted = []
  listed = null
  show(<RejectedList deviceId={1} />)
  expect(await screen.findByText(/^"a" came as an array/)).toBeDefined()
  expect(screen.queryByText(/Not used since|Only the newest/)).toBeNull()
})

test.each(['zh-CN', 'en-US'])('every note there can be has its words, with nothing left open (%s)', (language) => {
  const t = i18next.getFixedT(language)
  const sample = {
    said: { kind: 'null', text: '' },
    token: 'w',
    name: 'soil',
    type: 'Int32',
    state: '22003',
    first: null,
    second: 1e300,
  } as Record<string, unknown>
  for (const { shape } of rejectedNote.options) {
    const note = Object.fromEntries(Object.keys(shape).map((name) => [name, sample[name] ?? (name in sample ? null : 9e15)]))
    const said = wordNotes(t, { notes: [rejectedNote.parse({ ...note, code: [...shape.code.values][0] })], detail: '' })
    expect(said).not.toMatch(/\{\{|devices:|rejected\.|undefined|NaN/)
    for (const word of language === 'zh-CN' ? [/[一-鿿]/] : [/^[^一-鿿]+$/, /[a-z]/]) expect(said).toMatch(word)
  }
})
