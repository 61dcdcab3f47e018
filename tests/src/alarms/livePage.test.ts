import fc from 'fast-check'
import { Observable, of, Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { AlarmFace } from '#contract/alarms/alarm'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { alarmQuery } from '#src/screens/alarms/list/alarmQuery.ts'
import { isLive, livePage } from '#src/screens/alarms/list/livePage.ts'
import { alarmBoard, type KnownAlarms, UNKNOWN_ALARMS } from '#streams/alarms/alarmBoard'
import { type AlarmChange, type AlarmsFrame, openAlarms } from '#streams/alarms/openAlarms'
import { standingOf } from '#streams/alarms/standing'
import type { Heard } from '#streams/heard'
import { anAlarm } from '../../streams/alarms/anAlarm.ts'
import { instantFrames } from '../../streams/marbles.ts'

const asked = (filters: Record<string, string> = {}, page = 1, size = 10) => alarmQuery({ filters, page, size, sort: null }, 1)
const known = (faces: readonly AlarmFace[], given: Partial<KnownAlarms> = {}): KnownAlarms => ({
  ...standingOf(faces, 2_000_000),
  status: 'fresh',
  since: null,
  whole: true,
  ...given,
})
const ids = (page: ReturnType<typeof livePage>) => page?.content.map(({ id }) => id)

describe('the page of open alarms by what is known live', () => {
  test('says the open ones of any severity or of one, and nothing narrower', () => {
    expect(isLive(asked())).toBe(true)
    expect(isLive(asked({ severity: 'major' }))).toBe(true)
    const narrower: Record<string, string>[] = [
      { standing: 'active' },
      { text: 'frost' },
      { deviceId: '4' },
      { landId: '4' },
      { startDate: '2026-11-20' },
    ]
    for (const filters of narrower) expect(isLive(asked(filters))).toBe(false)
  })

  test('has what is known to be wrong before what is not known, of one severity', () => {
    const faces = [
      anAlarm({ id: 1, cause: 'noData', raisedAt: 9 }),
      anAlarm({ id: 2, raisedAt: 5 }),
      anAlarm({ id: 3, severity: 'major', raisedAt: 7 }),
    ]
    expect(ids(livePage(known(faces), asked(), 0))).toEqual([2, 1, 3])
  })

  test('is worst first, then newest, quiet ones among them and shelved ones not, a page at a time', () => {
    const faces = [
      anAlarm({ id: 1, severity: 'major', raisedAt: 9 }),
      anAlarm({ id: 2, raisedAt: 5 }),
      anAlarm({ id: 3, raisedAt: 7, acknowledgedAt: 8 }),
      anAlarm({ id: 4, raisedAt: 7, quiet: 'gateway' }),
      anAlarm({ id: 5, shelvedUntil: 3_000_000 }),
    ]
    expect(livePage(known(faces), asked(), 0)).toMatchObject({ totalElements: 4 })
    expect(ids(livePage(known(faces), asked(), 0))).toEqual([4, 3, 2, 1])
    expect(ids(livePage(known(faces), asked({}, 2, 3), 0))).toEqual([1])
    expect(livePage(known(faces), asked({ severity: 'major' }), 0)).toMatchObject({ totalElements: 1, content: [{ id: 1 }] })
  })

  test('is not said before all were read, nor once the server has answered after the connection was lost', () => {
    expect(livePage(UNKNOWN_ALARMS, asked(), 0)).toBeNull()
    expect(livePage(known([anAlarm()], { whole: false, status: 'offline', since: 50 }), asked(), 0)).toBeNull()
    const lost = known([anAlarm()], { status: 'offline', since: 50 })
    expect(ids(livePage(lost, asked(), 49))).toEqual([1])
    expect(livePage(lost, asked(), 51)).toBeNull()
  })
})

const severity = fc.constantFrom(...ALARM_SEVERITIES)
/** What is said of few alarms at few moments, so that words about one alarm meet. */
const word = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  at: fc.integer({ min: 1, max: 8 }),
  face: fc.option(fc.record({ severity, raisedAt: fc.integer({ min: 1, max: 3 }), shelvedUntil: fc.constantFrom(null, 1e15) })),
})

test('whatever order words come in: nothing twice, nothing that a newer word ended, in the order of the server', () => {
  fc.assert(
    fc.property(fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 12 }), fc.array(word, { maxLength: 6 }), (frames, stored) => {
      const rowOf = ({ id, at, face }: typeof word extends fc.Arbitrary<infer Word> ? Word : never): AlarmChange => [
        id,
        at,
        face && anAlarm({ id, ...face }),
      ]
      const first = [...new Map(stored.filter(({ face }) => face !== null).map((one) => [one.id, one])).values()].map(rowOf)
      const heard$ = new Subject<Heard<AlarmsFrame>>()
      const table = openAlarms({ heard$, snapshot: () => of(first) as Observable<AlarmChange[]>, frames: instantFrames })
      const board = alarmBoard(table, () => 0)
      const listening = board.known$.subscribe()
      heard$.next({ kind: 'subscribed' })
      const newest = new Map<number, AlarmChange>(first.map((row) => [row[0], row]))
      for (const [at, words] of frames.entries()) {
        const v = words.map(rowOf)
        heard$.next({ kind: 'message', payload: { at: 100, seq: at + 1, start: 1, v } })
        for (const row of v) if (row[1] >= (newest.get(row[0])?.[1] ?? 0)) newest.set(row[0], row)
      }
      const shown = livePage(board.get(), asked({}, 1, 10), 0)
      listening.unsubscribe()
      const expected = [...newest.values()]
        .flatMap(([, , face]) => (face && face.shelvedUntil === null ? [face] : []))
        .map((face) => ({ face, key: [ALARM_SEVERITIES.indexOf(face.severity), 9 - face.raisedAt, 9 - face.id].join() }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
      expect(shown?.content).toEqual(expected.map(({ face }) => face))
      expect(shown?.totalElements).toBe(expected.length)
    }),
    { numRuns: 300 },
  )
})
