import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import words from '#locales/en-US/frame' with { type: 'json' }
import map from '#locales/en-US/map' with { type: 'json' }
import { WallAlarms } from '#src/screens/map/WallAlarms.tsx'
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
