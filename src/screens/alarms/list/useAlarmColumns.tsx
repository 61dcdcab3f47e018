import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmFace } from '#contract/alarms/alarm'
import { type AlarmSaid, describeAlarm } from '#src/alarms/describeAlarm.ts'
import { PresentValue } from '#src/alarms/PresentValue.tsx'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { Age } from '#src/ui/Age.tsx'
import type { Column } from '#src/ui/ListTable.tsx'
import { AlarmStanding } from '../AlarmStanding.tsx'

/** Where there is no room for columns of their own, severity, place, value, age and state stand below the name. */
function WhatCell({ of, said: { what, where, measured } }: { of: AlarmFace; said: AlarmSaid }) {
  return (
    <Box sx={{ lineHeight: 1.35, minWidth: 0, py: 0.5 }}>
      <Box sx={{ display: { xs: 'block', md: 'none' } }}>
        <SeverityMark severity={of.severity} />
      </Box>
      <Typography variant="body2" sx={{ fontWeight: of.acknowledgedAt === null ? 650 : 400, overflowWrap: 'anywhere' }}>
        {what}
      </Typography>
      <Box sx={{ display: { xs: 'block', md: 'none' }, color: 'text.secondary', typography: 'caption' }}>
        <div>{where}</div>
        {measured !== '' && <div>{measured}</div>}
        <PresentValue of={of} />
        <Age moment={of.raisedAt} />
      </Box>
      <Box sx={{ display: { xs: 'block', md: 'none' } }}>
        <AlarmStanding of={of} />
      </Box>
    </Box>
  )
}

/** The columns of the list of alarms. */
export function useAlarmColumns(): Column<AlarmFace>[] {
  const { t } = useTranslation()
  const words = useAlarmWords()
  return useMemo(
    () => [
      {
        name: 'severity',
        label: t('alarms:column.severity'),
        width: 120,
        hidden: 'narrow',
        cell: ({ severity }) => <SeverityMark severity={severity} />,
      },
      {
        name: 'what',
        label: t('alarms:column.what'),
        width: 180,
        grow: true,
        cell: (row) => <WhatCell of={row} said={describeAlarm(row, words)} />,
      },
      {
        name: 'where',
        label: t('alarms:column.where'),
        width: 180,
        grow: true,
        hidden: 'narrow',
        cell: (row) => describeAlarm(row, words).where,
      },
      {
        name: 'measured',
        label: t('alarms:column.measured'),
        width: 190,
        hidden: 'narrow',
        cell: (row) => (
          <Box component="span" sx={{ lineHeight: 1.35 }}>
            {describeAlarm(row, words).measured || t('crud:none')}
            <PresentValue of={row} />
          </Box>
        ),
      },
      {
        name: 'since',
        label: t('alarms:column.since'),
        width: 120,
        hidden: 'narrow',
        cell: ({ raisedAt }) => <Age moment={raisedAt} />,
      },
      { name: 'state', label: t('alarms:column.state'), width: 250, hidden: 'narrow', cell: (row) => <AlarmStanding of={row} /> },
      {
        name: 'assignee',
        label: t('alarms:column.assignee'),
        width: 110,
        hidden: 'middling',
        cell: ({ assigneeName }) => assigneeName ?? t('crud:none'),
      },
    ],
    [t, words],
  )
}
