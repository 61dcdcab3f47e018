import { useEffect, useState } from 'react'
import { type AlarmBrowser, alarmBrowserCalls } from '#contract/alarms/browser'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { isDenied, isListening, listen, listenNoMore, type PushHindrance, pushHindrance } from './browserPush.ts'
import { noteOff, noteOn } from './pushNote.ts'

/** Whether this browser is told of alarms of the tenant, and if not, why. `unreachable`: its push service did not answer. */
export type PushState = PushHindrance | 'reading' | 'unread' | 'denied' | 'off' | 'on' | 'unreachable' | 'refused'

export interface Push {
  readonly state: PushState
  /** What the server said of `refused`. */
  readonly reason: string | null
  readonly browsers: readonly AlarmBrowser[]
  readonly busy: boolean
  readonly turnOn: () => Promise<void>
  readonly remove: (browser: AlarmBrowser) => Promise<void>
  readonly retry: () => void
}

/** Turns notifications of alarms on and off for the caller's own browsers. */
export function usePush(): Push {
  const { self, tenantId } = useSession()
  const query = useCall(alarmBrowserCalls.list, {}, { staleTime: 0 })
  const [trouble, setTrouble] = useState<{ state: 'unreachable' | 'refused'; reason: string | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const hindrance = pushHindrance()
  // What the server knows is of no use where the browser has stopped listening.
  const [listening, setListening] = useState<boolean | null>(null)
  useEffect(() => {
    if (hindrance === null) void isListening().then(setListening)
  }, [hindrance, query.dataUpdatedAt])
  const browsers = query.data?.browsers ?? []
  const own = browsers.find(({ current }) => current)

  const state = (): PushState => {
    if (hindrance !== null) return hindrance
    if (isDenied()) return 'denied'
    if (trouble !== null) return trouble.state
    if (query.data === undefined) return query.isError ? 'unread' : 'reading'
    if (listening === null) return 'reading'
    return own !== undefined && listening ? 'on' : 'off'
  }
  const during = async (work: () => Promise<void>) => {
    setTrouble(null)
    setBusy(true)
    await work()
    await query.refetch()
    setBusy(false)
  }
  return {
    state: state(),
    reason: trouble?.reason ?? null,
    browsers,
    busy,
    retry: () => void query.refetch(),
    turnOn: () =>
      during(async () => {
        if (query.data === undefined || self === null) return
        const found = await listen(query.data.publicKey)
        if (found === 'unreachable') setTrouble({ state: 'unreachable', reason: null })
        if (typeof found === 'string') return
        const added = await call(alarmBrowserCalls.add, { body: found }, { quiet: true })
        if (isFailure(added)) setTrouble({ state: 'refused', reason: added.fields?.['endpoint'] ?? reasonOf(added) })
        else noteOn({ userId: self.id, tenantId, sessionKey: query.data.sessionKey })
      }),
    remove: (browser) =>
      during(async () => {
        const removed = await call(alarmBrowserCalls.remove, { params: { id: browser.id } }, { quiet: true })
        if (isFailure(removed) && removed.status !== 404) return setTrouble({ state: 'refused', reason: reasonOf(removed) })
        if (browser.current && !noteOff(tenantId)) await listenNoMore()
      }),
  }
}
