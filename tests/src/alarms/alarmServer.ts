import { vi } from 'vitest'
import type { AlarmFace } from '#contract/alarms/alarm'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'

export const AREA_ID = 3
const AREA = { areaId: AREA_ID, areaName: 'East', defaultFlag: 1, enabledFlag: 1 }

export const alarmOf = (id: number, more: Partial<AlarmFace> = {}): AlarmFace => ({
  id,
  areaId: AREA_ID,
  severity: 'critical',
  ruleId: 5,
  ruleName: `Frost ${id}`,
  deviceId: 9,
  deviceName: 'Weather station',
  deviceType: 'gateway_weather',
  landId: null,
  landName: null,
  ordinal: null,
  cause: 'condition',
  state: 'active',
  raisedAt: Date.UTC(2026, 10, 22),
  clearedAt: null,
  toldAt: Date.UTC(2026, 10, 22),
  acknowledgedAt: null,
  acknowledgedBy: null,
  shelvedUntil: null,
  quiet: null,
  times: 1,
  assigneeId: null,
  assigneeName: null,
  code: 'temperature',
  itemId: 1,
  unit: '°C',
  value: 1.2,
  limit: 2,
  direction: 'below',
  seenAt: Date.UTC(2026, 10, 22),
  ...more,
})
export const pageOf = (content: readonly object[]) => ({ content, number: 1, size: 10, totalElements: content.length })

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}

/** A signed-in person who holds these codes, in one base; `answer` stands for the server: undefined is an empty page. Answers what was asked of it. */
export function alarmServer(codes: readonly string[], answer: (asked: Asked) => unknown): Asked[] {
  const all: Asked[] = []
  startAnew('')
  sessionStorage.clear()
  const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
  session.set({ ...session.get(), status: 'signedIn', self, tenantId: 7 })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body = 'null' }: { method?: string; body?: string } = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://farm.example')
    const given: unknown = /^[\w.]+=/.test(body) ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)
    if (pathname.endsWith('/check-resources'))
      return Response.json((given as string[]).map((code) => ({ code, approve: codes.includes(code) })))
    const asked = { method, path: pathname.replace(/^\/\w+\/v\d\/-?\d+\//, ''), query: searchParams, body: given }
    all.push(asked)
    const said = answer(asked)
    if (said instanceof Response) return said
    if (said !== undefined) return Response.json(said)
    if (pathname.includes('/area')) return Response.json(pathname.includes('default') ? AREA : pageOf([AREA]))
    return Response.json(pathname.endsWith('/alarm/people') ? [{ id: 1, name: 'Lin' }] : pageOf([]))
  })
  return all
}
