import { act } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { ALARMS_HANDLE, ALARMS_READ } from '#contract/alarms/permission'
import type { AlarmFace, BaseAlarms } from '#contract/alarms/alarm'
import alarms from '#locales/en-US/alarms' with { type: 'json' }
import map from '#locales/en-US/map' with { type: 'json' }
import { fakeLive } from '../devices/fakeLive.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const area = { areaId: 1, areaName: 'Home base', areaMeasure: null, defaultFlag: 1, enabledFlag: 1, latlng: null }

/** A console in a base whose alarms are in the hand of the test; `held` are the codes of who looks. */
export async function anAlarmFarm(held: readonly string[] = [ALARMS_READ, ALARMS_HANDLE], isOnlyBase = false) {
  const asked: { path: string; body: string }[] = []
  /** How all bases stand, as the server says; null where it does not answer. */
  const bases: { said: readonly BaseAlarms[] | null } = { said: [] }
  await signedIn(({ pathname }, body) => {
    asked.push({ path: pathname, body })
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: held.includes(code) }))
    if (pathname.endsWith('/area/default')) return area
    if (pathname.endsWith('/alarm/bases')) return bases.said === null ? new Response('', { status: 503 }) : Response.json(bases.said)
    if (pathname.endsWith('/acknowledge')) return Response.json(1)
    const areas = isOnlyBase ? [area] : [area, { ...area, areaId: 2, areaName: 'Reed bay', defaultFlag: 0 }]
    return { content: areas, number: 1, size: 10, totalElements: areas.length }
  })
  i18next.addResourceBundle('en-US', 'map', map)
  i18next.addResourceBundle('en-US', 'alarms', alarms)
  const farm = fakeLive()
  return {
    ...farm,
    asked,
    bases,
    show: (element: ReactNode) => show(element, { live: farm.live }),
    put: (...faces: AlarmFace[]) => act(() => faces.forEach((face) => farm.alarmTable.put(face.id, { at: 1, face }))),
    end: (id: number) => act(() => farm.alarmTable.put(id, { at: 2, face: null })),
    status: (status: 'loading' | 'fresh' | 'offline') => act(() => farm.alarmTable.status$.next(status)),
  }
}

/** A browser's sound, which is let through or not; answers how many tones it was asked for. */
export function fakeAudio(allowed: boolean) {
  const log = { allowed, tones: 0, closed: 0 }
  const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
  const node = { gain, frequency: { value: 0 }, connect: () => node, start: () => log.tones++, stop: () => undefined, type: '' }
  class FakeContext {
    get state() {
      return log.allowed ? 'running' : 'suspended'
    }
    currentTime = 0
    destination = {}
    resume = () => Promise.resolve()
    createOscillator = () => node
    createGain = () => node
    close = () => {
      log.closed++
      return Promise.resolve()
    }
  }
  return { log, FakeContext }
}
