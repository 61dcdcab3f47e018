import { Route, Routes } from 'react-router-dom'
import i18next from 'i18next'
import type { Flow } from '#contract/flows/flow'
import FlowPage from '#src/screens/flows/editor/FlowPage.tsx'
import flows from '#locales/en-US/flows' with { type: 'json' }
import { alarmServer, type Asked, pageOf } from '../../alarms/alarmServer.ts'
import { show } from '../../crud/showing.tsx'
import { definition, flow } from './aFlow.ts'

i18next.addResourceBundle('en-US', 'flows', flows, true, false)

const valve = { id: 21, concentratorId: 8, name: 'Valve 1', eui: 'x', circuit: 1, status: 0, type: 'ordinary' }
/** When the server says that any clock starts next. */
const NEXT_TIMES = [Date.UTC(2026, 10, 27, 21, 30), Date.UTC(2026, 10, 29, 21, 30)]
/** What the server holds of the flow, what it refuses the next change with, and how long the valve's device holds by itself what was started, s. */
export const served: { kept: Flow; refusal: Response | null; longestRun: number | null } = { kept: flow, refusal: null, longestRun: null }

/** A person who holds these codes, before a server of one flow; `first` answers in its place. */
export const serve = (codes: readonly string[], first: (asked: Asked) => unknown = () => undefined) =>
  alarmServer(codes, (one) => {
    const { method, path, body } = one
    const own = first(one)
    if (own !== undefined) return own
    if (path === 'intelligent/flow/5/versions')
      return [
        { version: 2, name: 'Water', definition, savedAt: 0, savedBy: 'Lin' },
        { version: 1, name: 'Old water', definition: { ...definition, steps: [{ kind: 'wait', seconds: 42 }] }, savedAt: 0, savedBy: null },
      ]
    if (path.startsWith('device/switch/')) return { ...valve, longestRun: served.longestRun }
    if (path.endsWith('details-switch')) return [{ ...valve, longestRun: served.longestRun }]
    if (path.startsWith('device/gateway/tenant-all'))
      return pageOf([
        { id: 9, name: 'Probe' },
        { id: 8, name: 'Gateway' },
      ])
    if (path.startsWith('approval-task/colleagues')) return pageOf([{ userId: 1, realName: 'Lin' }])
    if (!path.startsWith('intelligent/flow') || (path === 'intelligent/flow' && method === 'GET')) return undefined
    if (path === 'intelligent/flow/times') return { zone: 'Asia/Shanghai', times: NEXT_TIMES }
    if (method === 'GET') return served.kept
    if (served.refusal) return served.refusal
    const given = body as { enabledFlag?: number }
    served.kept = {
      ...served.kept,
      ...given,
      ...(given.enabledFlag === undefined ? {} : { state: given.enabledFlag === 1 ? 'enabled' : 'disabled' }),
      objectVersionNumber: served.kept.objectVersionNumber + 1,
    }
    return served.kept
  })

/** The page of a flow at its address; every other address is elsewhere. */
export const showFlow = (id: number | 'new') =>
  show(
    <Routes>
      <Route path="/flow/:id" element={<FlowPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { at: `/flow/${id}` },
  )
/** What was asked to change the flow. */
export const sentOf = (asked: readonly Asked[], method: string) =>
  asked.filter((one) => one.method === method && one.path.startsWith('intelligent/flow'))
