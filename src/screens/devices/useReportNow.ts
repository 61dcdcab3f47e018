import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls } from '#contract/devices/collect'
import { gatewayCalls } from '#contract/devices/gateway'
import { call, isFailure } from '#src/api/call.ts'
import { callQuery } from '#src/api/useCall.ts'
import { useLiveArea } from '#src/live/useLiveArea.ts'
import { toast } from '#src/ui/toast.ts'

/** A device that was asked and says nothing for so long is not going to. */
export const REPORT_PATIENCE_MS = 15_000

/** Asks a device to report and says what came of it: that it did, that it was not there, or that it said nothing. */
export function useReportNow(deviceId: number, areaId: number | undefined): { waiting: boolean; ask: () => void } {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const table = useLiveArea(areaId)?.readings
  const [waiting, setWaiting] = useState(false)
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])

  const ask = async () => {
    stop.current()
    setWaiting(true)
    const input = { params: { id: deviceId }, query: { page: 0, size: 0 } }
    // Whatever comes after this moment counts, also while the call is on its way.
    const heard = new Set<number>()
    const listening = table?.changes$.subscribe((keys) => {
      for (const key of keys) heard.add(key)
      look()
    })
    let own: ReadonlySet<number> | null = null
    let asked = false
    let timer: ReturnType<typeof setTimeout> | null = null
    const end = (kind: 'success' | 'warning' | null, words = '') => {
      listening?.unsubscribe()
      if (timer) clearTimeout(timer)
      stop.current = () => undefined
      setWaiting(false)
      if (kind) toast(kind, words)
    }
    function look() {
      if (asked && own && [...heard].some((key) => own!.has(key))) end('success', t('devices:collect.reported'))
    }
    stop.current = () => {
      listening?.unsubscribe()
      if (timer) clearTimeout(timer)
    }
    const answer = await call(gatewayCalls.refresh, { params: { id: deviceId } })
    if (isFailure(answer)) return end(null)
    if (!answer.asked) return end('warning', t('devices:collect.refreshAbsent'))
    toast('info', t('devices:collect.refreshAsked'))
    timer = setTimeout(() => end('warning', t('devices:collect.notReported', { seconds: REPORT_PATIENCE_MS / 1000 })), REPORT_PATIENCE_MS)
    asked = true
    const items = await queries.ensureQueryData(callQuery(collectCalls.collection, input)).catch(() => null)
    own = new Set(items?.content.map(({ id }) => id))
    look()
  }
  return { waiting, ask: () => void ask() }
}
