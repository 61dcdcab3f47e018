import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmCalls } from '#contract/alarms/alarm'
import { call, isFailure } from '#src/api/call.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useAlarmActs } from '../useAlarmActs.ts'
import type { alarmQuery } from './alarmQuery.ts'

/** Acknowledges whatever the list's filters show and nobody has acknowledged, on all of its pages: counted and asked about first. */
export function useAcknowledgeAll(asked: ReturnType<typeof alarmQuery>) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const acts = useAlarmActs()
  const [running, setRunning] = useState(false)
  const acknowledge = async () => {
    setRunning(true)
    const standing = asked.standing === 'shelved' || asked.standing === 'all' ? asked.standing : 'unacknowledged'
    const found = await call(alarmCalls.page, { query: { ...asked, standing, page: 1, size: 0 } }, { quiet: true })
    setRunning(false)
    if (isFailure(found)) return toast('error', reasonOf(found))
    const ids = found.content.flatMap(({ id, acknowledgedAt, state }) =>
      acknowledgedAt === null && (asked.standing !== 'active' || state !== 'cleared') ? [id] : [],
    )
    if (ids.length === 0) return toast('info', t('alarms:act.acknowledgedBefore'))
    const title = t('alarms:act.acknowledgeMany', { count: ids.length })
    if (await confirm({ title, text: t('alarms:act.acknowledgeText'), confirm: t('alarms:act.acknowledge') })) await acts.acknowledge(ids)
  }
  return { running, acknowledge }
}
