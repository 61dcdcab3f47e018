import { cleanup, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { alarmPath, ALARMS_PATH } from '#contract/alarms/pages'
import type { Area } from '#contract/farm/area'
import words from '#locales/en-US/frame' with { type: 'json' }
import home from '#locales/en-US/home' with { type: 'json' }
import { NameCell } from '#src/screens/devices/list/cells.tsx'
import { DeviceAlarms } from '#src/screens/devices/page/DeviceAlarms.tsx'
import { Counts } from '#src/screens/home/Counts.tsx'
import { aDevice } from '../map/aDevice.ts'
import { anAlarm } from '../../streams/alarms/anAlarm.ts'
import { anAlarmFarm } from './anAlarmFarm.tsx'

const { alarm } = words
const device = aDevice({ id: 5 })
const looked = (farm: Awaited<ReturnType<typeof anAlarmFarm>>) => waitFor(() => expect(farm.alarmTable.status$.observed).toBe(true))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('where people look', () => {
  test('home says how many are open, what nobody acknowledged, what is put aside, and leads to the list', async () => {
    const farm = await anAlarmFarm()
    i18next.addResourceBundle('en-US', 'home', home)
    farm.show(<Counts area={{ areaId: 1 } as Area} present={[]} />)
    await looked(farm)
    const tile = () => screen.getByRole('link', { name: new RegExp(alarm.title) })
    expect(tile().getAttribute('href')).toBe(ALARMS_PATH)
    farm.put(anAlarm({ id: 1, acknowledgedAt: 5 }), anAlarm({ id: 2, severity: 'minor' }), anAlarm({ id: 3, quiet: 'gateway' }))
    expect(tile().textContent).toBe(`${alarm.title} 21 not acknowledged · 1 not announced`)
    expect(within(tile()).getByRole('img', { name: 'Alarm: Critical' })).toBeTruthy()
    farm.status('offline')
    expect(tile().textContent).toContain('--')
    expect(tile().textContent).toContain(alarm.notKnown)
  })

  test("a row of the list has the mark of its device's worst active alarm", async () => {
    const farm = await anAlarmFarm()
    farm.show(<NameCell of={device} />)
    await looked(farm)
    expect(screen.queryByRole('img')).toBeNull()
    farm.put(
      anAlarm({ id: 1, severity: 'warning' }),
      anAlarm({ id: 2, severity: 'critical', state: 'cleared' }),
      anAlarm({ id: 3, deviceId: 6 }),
    )
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Alarm: Warning')
  })

  test('the page of a device lists its own, with their pages and the way to all of them, and nothing where it has none', async () => {
    const farm = await anAlarmFarm()
    const { container } = farm.show(<DeviceAlarms device={device} />)
    await looked(farm)
    expect(container.querySelector('section')).toBeNull()
    farm.put(anAlarm({ id: 1, ruleName: 'Pressure is high' }), anAlarm({ id: 2, deviceId: 6 }))
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Pressure is high' }).getAttribute('href')).toBe(alarmPath(1))
    expect(screen.getByRole('link', { name: 'All alarms of this device' }).getAttribute('href')).toBe(`${ALARMS_PATH}?deviceId=5`)
  })
})
