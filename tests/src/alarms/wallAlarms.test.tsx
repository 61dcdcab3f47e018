import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import words from '#locales/en-US/frame' with { type: 'json' }
import map from '#locales/en-US/map' with { type: 'json' }
import { WallAlarms } from '#src/screens/map/WallAlarms.tsx'
import { chooseArea, chosenArea } from '#src/session/area.ts'
import { anAlarm } from '../../streams/alarms/anAlarm.ts'
import { anAlarmFarm, fakeAudio } from './anAlarmFarm.tsx'

const { alarm } = words
const strip = () => screen.findByRole('region', { name: map.alarm.strip })

let audio: ReturnType<typeof fakeAudio>
beforeEach(() => {
  audio = fakeAudio(true)
  vi.stubGlobal('AudioContext', audio.FakeContext)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe("the wall's strip of alarms", () => {
  test('is not there for who may not read alarms', async () => {
    const farm = await anAlarmFarm([])
    farm.show(<WallAlarms areaId={1} />)
    await waitFor(() => expect(farm.asked.some(({ path }) => path.endsWith('/check-resources'))).toBe(true))
    expect(screen.queryByRole('region')).toBeNull()
  })

  test('says that none is open only where that is known', async () => {
    const farm = await anAlarmFarm()
    farm.alarmTable.status$.next('loading')
    farm.show(<WallAlarms areaId={1} />)
    expect((await strip()).textContent).toBe(alarm.loading)
    farm.status('fresh')
    expect((await strip()).textContent).toBe(alarm.none)
    farm.status('offline')
    expect((await strip()).textContent).toContain(alarm.notKnown)
    expect((await strip()).textContent).not.toContain(alarm.none)
    expect((await strip()).dataset['alarms']).toBe('unknown')
  })

  test('says what, where, the value against its limit, on which side of it and since when', async () => {
    const farm = await anAlarmFarm()
    farm.show(<WallAlarms areaId={1} />)
    await strip()
    farm.put(anAlarm({ raisedAt: Date.now() - 12 * 60_000, ordinal: 2 }))
    const text = (await strip()).textContent
    expect((await strip()).dataset['alarms']).toBe('critical')
    for (const part of ['Critical', 'Oxygen is low', 'Pond gateway (no. 2) · Pond 3', '2.1 mg/L, below 3 mg/L', '12 min ago'])
      expect(text).toContain(part)
    expect(text).toMatch(/since \d\d-\d\d \d\d:\d\d/)
    expect(text).not.toContain('more')
    expect(screen.getByRole('alert').textContent).toContain('Oxygen is low')
  })

  test('says below what stands open in the other bases, and leads there; that nobody says how they stand is said, too', async () => {
    const farm = await anAlarmFarm()
    farm.bases.said = [
      { areaId: 2, areaName: 'Reed bay', active: 1, unacknowledged: 0, worst: anAlarm({ id: 9, areaId: 2, ruleName: 'Frost' }) },
    ]
    farm.show(<WallAlarms areaId={1} />)
    const others = await screen.findByRole('region', { name: alarm.others })
    await waitFor(() => expect(others.textContent).toContain('Reed bay · 1 active alarm · Frost'))
    expect((await strip()).dataset['alarms']).toBe('none')
    fireEvent.click(within(others).getByRole('button'))
    await waitFor(() => expect(chosenArea.get()).toBe(2))
    chooseArea(null)
    cleanup()
    const silent = await anAlarmFarm()
    silent.bases.said = null
    silent.show(<WallAlarms areaId={1} />)
    await waitFor(async () => expect((await screen.findByRole('region', { name: alarm.others })).textContent).toBe(alarm.othersNotKnown))
  })

  test('that nothing is known is told as such, and gives way to what is known to be wrong', async () => {
    const farm = await anAlarmFarm()
    farm.show(<WallAlarms areaId={1} />)
    await strip()
    const silence = {
      cause: 'noData',
      value: null,
      limit: null,
      direction: 'none',
      raisedAt: Date.now() - 9000,
      seenAt: Date.now() - 60_000,
    } as const
    farm.put(anAlarm({ id: 1, ...silence }))
    await waitFor(async () => expect((await strip()).textContent).toContain('No data: Dissolved oxygen'))
    expect((await strip()).textContent).toContain('Last reading at')
    expect((await strip()).textContent).not.toContain('Oxygen is low')
    farm.put(anAlarm({ id: 2, value: 0.5, raisedAt: Date.now() }))
    await waitFor(async () => expect((await strip()).textContent).toContain('0.5 mg/L, below 3 mg/L'))
    expect((await strip()).textContent).not.toContain('No data')
  })

  test('of many it tells the worst and how many others there are; what is quiet or shelved is none of them', async () => {
    const farm = await anAlarmFarm()
    farm.show(<WallAlarms areaId={1} />)
    await strip()
    farm.put(
      anAlarm({ id: 1, severity: 'minor', ruleName: 'Soil is dry' }),
      anAlarm({ id: 2, severity: 'major', ruleName: 'Pressure is high' }),
      anAlarm({ id: 3, severity: 'warning' }),
      anAlarm({ id: 4, severity: 'critical', quiet: 'silence' }),
      anAlarm({ id: 5, severity: 'critical', shelvedUntil: Date.now() + 60_000 }),
    )
    const text = (await strip()).textContent
    expect(text).toContain('Pressure is high')
    expect(text).toContain(alarm.more.replace('{{count}}', '2'))
  })

  test('what was known before the connection was lost stays, and is said to be of then', async () => {
    const farm = await anAlarmFarm()
    farm.show(<WallAlarms areaId={1} />)
    await strip()
    farm.put(anAlarm())
    farm.status('offline')
    const text = (await strip()).textContent
    expect(text).toContain(alarm.notKnown)
    expect(text).toMatch(/last known at/)
    expect(text).toContain('Oxygen is low')
  })

  test('asks for its sound to be turned on before anything happens', async () => {
    audio.log.allowed = false
    const farm = await anAlarmFarm()
    farm.show(<WallAlarms areaId={1} />)
    await screen.findByRole('button', { name: alarm.sound.turnOn })
  })
})
