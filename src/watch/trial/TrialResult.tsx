import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Trial } from '#contract/watch/trial'
import { SpanLanes } from '#src/charts/SpanLanes.tsx'
import { momentText } from '#src/time/moment.ts'

/** Where the words of a dry run stand: what it finds is of another kind for each. */
export type TrialWords = 'alarms:trial' | 'flows:editor.trial'
type LaneName = 'wanted' | 'inForce' | 'happened'
const COLORS = { wanted: 'primary.main', inForce: 'info.main', happened: 'text.secondary' } as const satisfies Record<LaneName, string>

/** What a dry run found: each version and what really happened as a lane over the time axis, and what a lane holds as a table (`children`). */
export function TrialResult<Outcome>({
  of,
  words,
  titleOf,
  note,
  spansOf,
  children,
}: {
  of: Trial<Outcome>
  /** Where its words stand. */
  words: TrialWords
  /** A lane with how much it holds. */
  titleOf: (lane: string, outcome: Outcome) => string
  /** Stands above the lanes. */
  note?: ReactNode
  spansOf: (outcome: Outcome) => ComponentProps<typeof SpanLanes>['lanes'][number]['spans']
  children: (outcome: Outcome, lane: { readonly name: LaneName; readonly label: string }) => ReactNode
}) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<LaneName>('wanted')
  const { wanted, inForce, happened, knownSince } = of
  const outcomes: readonly (readonly [LaneName, Outcome])[] = [
    ['wanted', wanted],
    // What is new has no version in force.
    ...(inForce === null ? [] : [['inForce', inForce] as const]),
    ['happened', happened],
  ]
  const lanes = outcomes.map(([name, outcome]) => {
    const label = t(`${words}.lane.${name}`)
    return { name, outcome, label, title: titleOf(label, outcome) }
  })
  const lane = lanes.find(({ name }) => name === chosen) ?? lanes[0]!
  return (
    <Stack spacing={1.5}>
      {knownSince === null ? (
        <Alert severity="warning">{t(`${words}.unknown`)}</Alert>
      ) : (
        knownSince > of.from && <Alert severity="info">{t('alarms:trial.knownSince', { at: momentText(knownSince) })}</Alert>
      )}
      {note}
      <SpanLanes
        label={t(`${words}.picture`, { keys: t('charts:keys') })}
        range={[of.from, of.to]}
        notKnown={t('alarms:trial.notKnown')}
        lanes={lanes.map(({ name, outcome, title }) => ({
          name,
          title,
          color: COLORS[name],
          ...(name === 'happened' ? {} : { knownSince }),
          spans: spansOf(outcome),
        }))}
      />
      <Box>
        <Tabs
          value={lane.name}
          onChange={(_, next: LaneName) => setChosen(next)}
          variant="scrollable"
          scrollButtons={false}
          aria-label={t(`${words}.table`)}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          {lanes.map(({ name, title }) => (
            <Tab key={name} value={name} label={title} />
          ))}
        </Tabs>
        <Fragment key={lane.name}>{children(lane.outcome, lane)}</Fragment>
      </Box>
    </Stack>
  )
}
