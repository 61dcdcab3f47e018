import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alarmPath, ALARMS_PATH } from '#contract/alarms/pages'
import { ALARMS_READ } from '#contract/alarms/permission'
import words from '#locales/en-US/frame' with { type: 'json' }
import { AlarmButton } from '#src/alarms/AlarmButton.tsx'
import { chooseArea, chosenArea } from '#src/session/area.ts'
import { anAlarm } from '../../streams/alarms/anAlarm.ts'
import { anAlarmFarm, fakeAudio } from './anAlarmFarm.tsx'

const { alarm } = words
const labelOf = (count: number) => alarm.button.replace('{{count}}', String(count))
const button = (count: number) => screen.findByRole('button', { name: labelOf(count) })
const shapeOf = (element: HTMLElement) => element.querySelector('[data-severity]')?.getAttribute('data-severity')

let audio: ReturnType<typeof fakeAudio>
beforeEach(() => {
  audio = fakeAudio(true)
  vi.stubGlobal('AudioContext', audio.FakeContext)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the alarm button of the frame', () => {
  test('is not there for who may not read alarms, and nothing is subscribed to', async () => {
    const farm = await anAlarmFarm([])
    farm.show(<AlarmButton />)
    await waitFor(() => expect(farm.asked.some(({ path }) => path.endsWith('/check-resources'))).toBe(true))
    expect(screen.queryByRole('button')).toBeNull()
    expect(farm.alarmTable.status$.observed).toBe(false)
  })

  test('counts what nobody acknowledged, in the shape of the worst of it', async () => {
    const farm = await anAlarmFarm()
    farm.show(<AlarmButton />)
    expect(shapeOf(await button(0))).toBeUndefined()
    farm.put(anAlarm({ id: 1, severity: 'minor' }), anAlarm({ id: 2, acknowledgedAt: 5 }), anAlarm({ id: 3, severity: 'major' }))
    expect(shapeOf(await button(2))).toBe('major')
    farm.end(3)
    expect(shapeOf(await button(1))).toBe('minor')
  })

  test('counts what waits in the other bases, too, in the shape of the worst, and leads there', async () => {
    const farm = await anAlarmFarm()
    const other = { areaId: 2, areaName: 'Reed bay', active: 3, unacknowledged: 2, worst: anAlarm({ id: 9, areaId: 2, ruleName: 'Frost' }) }
    farm.bases.said = [{ ...other, areaId: 1, areaName: 'Home base', unacknowledged: 7 }, other]
    farm.show(<AlarmButton />)
    expect(shapeOf(await button(2))).toBe('critical')
    farm.put(anAlarm({ id: 1, severity: 'minor' }))
    const bell = await button(3)
    expect(shapeOf(bell)).toBe('critical')
    fireEvent.click(bell)
    const menu = within(await screen.findByRole('dialog', { name: alarm.title }))
    const others = within(menu.getByRole('list', { name: alarm.others })).getAllByRole('listitem')
    expect(others.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Reed bay · 2 alarms not acknowledged · Frost · Pond gateway · Pond 3/),
    ])
    fireEvent.click(within(others[0]!).getByRole('button'))
    await waitFor(() => expect(chosenArea.get()).toBe(2))
    expect(screen.queryByRole('dialog', { name: alarm.title })).toBeNull()
    chooseArea(null)
  })

  test('takes what waits here before what is worse elsewhere and waits for nobody', async () => {
    const farm = await anAlarmFarm()
    const other = { areaId: 2, areaName: 'Reed bay', active: 1, unacknowledged: 0, worst: anAlarm({ id: 9, areaId: 2 }) }
    farm.bases.said = [other]
    farm.show(<AlarmButton />)
    await button(0)
    farm.put(anAlarm({ id: 1, severity: 'minor' }))
    expect(shapeOf(await button(1))).toBe('minor')
  })

  test('asks nothing of other bases where there is one', async () => {
    const only = await anAlarmFarm(undefined, true)
    only.show(<AlarmButton />)
    await button(0)
    expect(only.asked.some(({ path }) => path.endsWith('/alarm/bases'))).toBe(false)
  })

  test('says that it does not know where nobody says how the other bases stand', async () => {
    const farm = await anAlarmFarm()
    farm.bases.said = null
    farm.show(<AlarmButton />)
    fireEvent.click(await screen.findByRole('button', { name: alarm.notKnown }))
    expect((await screen.findByRole('dialog', { name: alarm.title })).textContent).toContain(alarm.othersNotKnown)
  })

  test('says that it does not know while nothing comes, though it knew of none', async () => {
    const farm = await anAlarmFarm()
    farm.show(<AlarmButton />)
    await button(0)
    farm.status('offline')
    fireEvent.click(await screen.findByRole('button', { name: alarm.notKnown }))
    const menu = await screen.findByRole('dialog', { name: alarm.title })
    expect(menu.textContent).toContain(alarm.notKnown)
    expect(menu.textContent).not.toContain(alarm.none)
  })

  test('opens the eight worst, each with its page and what it takes to acknowledge it, and the way to all of them', async () => {
    const farm = await anAlarmFarm()
    farm.show(<AlarmButton />)
    await button(0)
    farm.put(...Array.from({ length: 10 }, (_, at) => anAlarm({ id: at + 1, raisedAt: at, ruleName: `Rule ${at + 1}` })))
    fireEvent.click(await button(10))
    const menu = within(await screen.findByRole('dialog', { name: alarm.title }))
    expect(menu.getAllByRole('listitem')).toHaveLength(8)
    expect(menu.getByRole('link', { name: 'Rule 1' }).getAttribute('href')).toBe(alarmPath(1))
    expect(menu.getAllByRole('listitem')[0]!.textContent).toContain('2.1 mg/L, below 3 mg/L')
    expect(menu.getByRole('link', { name: alarm.more.replace('{{count}}', '2') }).getAttribute('href')).toBe(ALARMS_PATH)
    fireEvent.click(await menu.findByRole('button', { name: /Rule 1”.*Pond 3/ }))
    await waitFor(() => expect(farm.asked.find(({ path }) => path.endsWith('/alarm/acknowledge'))?.body).toBe(JSON.stringify({ ids: [1] })))
  })

  test('offers no acknowledging to who may only read', async () => {
    const farm = await anAlarmFarm([ALARMS_READ])
    farm.show(<AlarmButton />)
    await button(0)
    farm.put(anAlarm())
    fireEvent.click(await button(1))
    const menu = within(await screen.findByRole('dialog', { name: alarm.title }))
    expect(menu.queryByRole('button', { name: /Acknowledge/ })).toBeNull()
  })
})

describe('the sound', () => {
  test('comes with a loud alarm, can be silenced for ten minutes, and ends with it', async () => {
    const farm = await anAlarmFarm()
    farm.show(<AlarmButton />)
    await button(0)
    expect(audio.log.tones).toBe(0)
    farm.put(anAlarm())
    await waitFor(() => expect(audio.log.tones).toBe(3))
    fireEvent.click(await button(1))
    fireEvent.click(await screen.findByRole('button', { name: alarm.sound.hush }))
    await screen.findByRole('button', { name: /^Silent until \d\d:\d\d/ })
    farm.put(anAlarm({ id: 2, severity: 'major' }))
    await waitFor(() => expect(audio.log.tones).toBe(5))
  })

  test('where the browser keeps the page silent, a button in the frame turns it on', async () => {
    audio.log.allowed = false
    const farm = await anAlarmFarm()
    farm.show(<AlarmButton />)
    await button(0)
    farm.put(anAlarm())
    const turnOn = await screen.findByRole('button', { name: alarm.sound.turnOn })
    expect(audio.log.tones).toBe(0)
    audio.log.allowed = true
    fireEvent.click(turnOn)
    await waitFor(() => expect(audio.log.tones).toBe(3))
    expect(screen.queryByRole('button', { name: alarm.sound.turnOn })).toBeNull()
  })
})
