import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { alarmPath } from '#contract/alarms/pages'
import { type AlarmAttempt, alarmStaffCalls } from '#contract/alarms/staff'
import { CallList } from '#src/crud/CallList.tsx'
import { useCallList } from '#src/crud/useCallList.ts'
import type { Column } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { momentText } from '#src/time/moment.ts'
import { useFaultText } from './useFaultText.ts'
import { useWhereText } from './useWhereText.ts'

/** Each try of what was sent to the people of a base, the newest first. */
export function SentTab({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  const whereOf = useWhereText()
  const list = useCallList(alarmStaffCalls.attempts, {
    name: 'alarmAttempts',
    label: t('alarms:staff.tab.sent'),
    asks: () => ({ areaId }),
    failed: t('alarms:staff.failed'),
    none: { title: t('alarms:staff.noneSent') },
  })
  const whatOf = ({ alarms, alarmId }: AlarmAttempt) => {
    if (alarms === null || alarmId === null) return t('alarms:staff.isTest')
    return alarms > 1 ? t('alarms:staff.alarms', { count: alarms }) : <Link to={alarmPath(alarmId)}>{t('alarms:staff.oneAlarm')}</Link>
  }
  const columns: Column<AlarmAttempt>[] = [
    {
      name: 'staff',
      label: t('alarms:staff.name'),
      width: 160,
      grow: true,
      cell: (row) => (
        <NameCell
          name={row.staffName}
          below={
            <>
              {momentText(row.at)} · {whereOf(row)} · {whatOf(row)}
            </>
          }
        />
      ),
    },
    {
      name: 'state',
      label: t('alarms:column.state'),
      width: 170,
      grow: true,
      cell: (row) => (
        <Stack sx={{ minWidth: 0, py: 0.5 }}>
          <span>{t(`alarms:staff.state.${row.state}`)}</span>
          {row.why !== null && (
            <Typography variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'normal' }}>
              {faultText(row)}
            </Typography>
          )}
        </Stack>
      ),
    },
    { name: 'at', label: t('alarms:staff.at'), width: 170, hidden: 'narrow', cell: ({ at }) => momentText(at) },
    { name: 'where', label: t('alarms:staff.channel'), width: 220, grow: true, hidden: 'narrow', cell: whereOf },
    { name: 'what', label: t('alarms:column.what'), width: 110, hidden: 'narrow', cell: whatOf },
    { name: 'nth', label: t('alarms:staff.nth'), width: 80, hidden: 'middling', cell: ({ nth }) => nth },
  ]
  return <CallList {...list} columns={columns} />
}
