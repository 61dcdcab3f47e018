import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmTrial } from '#contract/alarms/trial'
import { momentText } from '#src/ui/moment.ts'
import { TrialLanes } from './TrialLanes.tsx'
import { TrialTable } from './TrialTable.tsx'
import { type LaneName, lanesOf } from './lanes.ts'

/** What a dry run found: each version and what really happened as a lane over the time axis, and its alarms as a table. */
export function TrialResult({ of }: { of: AlarmTrial }) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<LaneName>('wanted')
  const lanes = lanesOf(of)
  const lane = lanes.find(({ name }) => name === chosen) ?? lanes[0]!
  return (
    <Stack spacing={1.5}>
      {of.knownSince === null ? (
        <Alert severity="warning">{t('alarms:trial.unknown')}</Alert>
      ) : (
        of.knownSince > of.from && <Alert severity="info">{t('alarms:trial.knownSince', { at: momentText(of.knownSince) })}</Alert>
      )}
      <TrialLanes lanes={lanes} range={[of.from, of.to]} knownSince={of.knownSince} />
      <Box>
        <Tabs
          value={lane.name}
          onChange={(_, next: LaneName) => choose(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label={t('alarms:trial.table')}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          {lanes.map(({ name, outcome }) => (
            <Tab
              key={name}
              value={name}
              label={t('alarms:trial.laneCount', { name: t(`alarms:trial.lane.${name}`), count: outcome.count })}
            />
          ))}
        </Tabs>
        <TrialTable of={lane.outcome} logic={of.logic} label={t(`alarms:trial.lane.${lane.name}`)} hasSeen={lane.name === 'wanted'} />
      </Box>
    </Stack>
  )
}
