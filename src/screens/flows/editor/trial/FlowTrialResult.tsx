import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowOutcome, FlowTrial } from '#contract/flows/trial'
import { SpanLanes } from '#src/charts/SpanLanes.tsx'
import { asWordKey } from '#src/i18n/i18n.ts'
import { momentText } from '#src/ui/moment.ts'
import { TriedRuns } from './TriedRuns.tsx'
import { UseTable } from './UseTable.tsx'

type LaneName = 'wanted' | 'inForce' | 'happened'
const COLORS = { wanted: 'primary.main', inForce: 'info.main', happened: 'text.secondary' } as const satisfies Record<LaneName, string>

const lanesOf = ({ wanted, inForce, happened }: FlowTrial): { name: LaneName; outcome: FlowOutcome }[] => [
  { name: 'wanted', outcome: wanted },
  ...(inForce === null ? [] : [{ name: 'inForce' as const, outcome: inForce }]),
  { name: 'happened', outcome: happened },
]

/** What a dry run found: each version and what really ran as a lane over the time axis, its runs as a table, and what it would have used. */
export function FlowTrialResult({ of }: { of: FlowTrial }) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<LaneName>('wanted')
  const lanes = lanesOf(of)
  const lane = lanes.find(({ name }) => name === chosen) ?? lanes[0]!
  const title = ({ name, outcome }: (typeof lanes)[number]) =>
    t('flows:editor.trial.laneCount', { name: t(`flows:editor.trial.lane.${name}`), ran: outcome.ran, not: outcome.notRun })
  return (
    <Stack spacing={1.5}>
      {of.knownSince === null ? (
        <Alert severity="warning">{t('flows:editor.trial.unknown')}</Alert>
      ) : (
        of.knownSince > of.from && <Alert severity="info">{t('alarms:trial.knownSince', { at: momentText(of.knownSince) })}</Alert>
      )}
      {of.otherwiseFrom !== null && (
        <Alert severity="info">{t('flows:editor.trial.otherwise', { at: momentText(of.otherwiseFrom) })}</Alert>
      )}
      <SpanLanes
        label={t('flows:editor.trial.picture', { keys: t('charts:keys') })}
        range={[of.from, of.to]}
        notKnown={t('alarms:trial.notKnown')}
        lanes={lanes.map((each) => ({
          name: each.name,
          title: title(each),
          color: COLORS[each.name],
          ...(each.name === 'happened' ? {} : { knownSince: of.knownSince }),
          spans: each.outcome.runs.map((run, at) => ({
            key: `${run.at} ${at}`,
            from: run.at,
            to: run.endedAt ?? run.at,
            faint: !run.ran,
            words:
              run.reason === null
                ? t('flows:editor.trial.bar', { at: momentText(run.at) })
                : t('crud:pair', { one: momentText(run.at), two: t(asWordKey(`flows:reason.${run.reason}`)) }),
          })),
        }))}
      />
      <Box>
        <Tabs
          value={lane.name}
          onChange={(_, next: LaneName) => choose(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label={t('flows:editor.trial.table')}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          {lanes.map((each) => (
            <Tab key={each.name} value={each.name} label={title(each)} />
          ))}
        </Tabs>
        <TriedRuns
          key={lane.name}
          happened={lane.name === 'happened'}
          of={lane.outcome}
          label={t(`flows:editor.trial.lane.${lane.name}`)}
        />
        <UseTable of={lane.outcome.use} />
      </Box>
    </Stack>
  )
}
