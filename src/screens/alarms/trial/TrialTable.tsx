import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmTrial, Tried } from '#contract/alarms/trial'
import { leavesOf } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import { seenText } from '#src/alarms/seenText.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { momentText } from '#src/ui/moment.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'

const SIZES = [10, 50] as const

/** The alarms that a dry run found: of what, from when to when, and by which values. */
export function TrialTable({
  of,
  logic,
  label,
  hasSeen,
}: {
  of: AlarmTrial['wanted']
  logic: WatchLogic
  label: string
  /** Whether what was seen is by `logic`: another version has other leaves. */
  hasSeen: boolean
}) {
  const { t } = useTranslation()
  const words = useAlarmWords()
  const [paging, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: SIZES[0] })
  const leaves = leavesOf(logic.when)
  const values = ({ seen }: Tried) => {
    const said = seen.flatMap((one, at) => {
      const text = seenText(hasSeen ? leaves[at] : undefined, one, words)
      return text === '' ? [] : [text]
    })
    return said.length === 0 ? t('crud:none') : said.join(t('alarms:say.comma'))
  }
  if (of.count === 0) return <Typography sx={{ color: 'text.secondary', py: 2 }}>{t('alarms:trial.none')}</Typography>
  const last = Math.max(1, Math.ceil(of.alarms.length / paging.size))
  const page = Math.min(paging.page, last)
  return (
    <>
      {of.count > of.alarms.length && (
        <Typography variant="body2" sx={{ color: 'text.secondary', pt: 1 }}>
          {t('alarms:trial.only', { shown: of.alarms.length, count: of.count })}
        </Typography>
      )}
      <SmallTable label={label} heads={[t('alarms:trial.device'), t('alarms:trial.from'), t('alarms:trial.to'), t('alarms:trial.values')]}>
        {of.alarms.slice((page - 1) * paging.size, page * paging.size).map((one) => (
          <TableRow key={`${one.deviceId} ${one.ordinal ?? ''} ${one.raisedAt}`} hover>
            <TableCell sx={{ minWidth: 120 }}>
              {one.ordinal === null ? one.deviceName : t('alarms:ordinal', { device: one.deviceName, ordinal: one.ordinal })}
            </TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(one.raisedAt)}</TableCell>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>
              {one.clearedAt === null ? t('alarms:trial.still') : momentText(one.clearedAt)}
            </TableCell>
            <TableCell sx={{ minWidth: 160 }}>{values(one)}</TableCell>
          </TableRow>
        ))}
      </SmallTable>
      {of.alarms.length > SIZES[0] && <Pager total={of.alarms.length} paging={{ ...paging, page }} sizes={SIZES} onPaging={setPaging} />}
    </>
  )
}
