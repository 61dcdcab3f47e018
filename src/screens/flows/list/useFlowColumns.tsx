import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { Flow, RunOutcome } from '#contract/flows/flow'
import { runPath } from '#contract/flows/pages'
import { FLOWS_RUN } from '#contract/flows/permission'
import { describeTriggers } from '#src/flows/describeFlow.ts'
import { FlowStateMark, RunStateMark } from '#src/flows/FlowStateMark.tsx'
import type { FlowWords } from '#src/flows/flowWords.ts'
import { reasonText } from '#src/flows/reasonText.ts'
import { useFlowWords } from '#src/flows/useFlowWords.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { Age } from '#src/ui/Age.tsx'
import type { Column } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const NO_FLOWS: readonly Flow[] = []
/** Without seconds: a clock starts at full minutes, the sun about so. */
const minuteText = (at: number) => momentText(at).slice(0, -3)

/** What starts a flow, a line for each way, and of how many watched devices nobody can tell. */
function Starts({ of, words }: { of: Flow; words: FlowWords }) {
  const { t } = words
  return (
    <Box sx={{ typography: 'body2', whiteSpace: 'normal', py: 0.5, overflowWrap: 'anywhere' }}>
      {describeTriggers(of.definition, words).map((line) => (
        <div key={line}>{line}</div>
      ))}
      {of.unknown > 0 && (
        <Typography variant="caption" sx={{ color: 'status.warn' }}>
          {t('flows:flow.unknown', { count: of.watched, unknown: of.unknown })}
        </Typography>
      )}
    </Box>
  )
}

/** How a run stands or ended, or why a start did not run, and when. */
function Outcome({ of, run, words }: { of: Flow; run: RunOutcome; words: FlowWords }) {
  // What another version asked for is not known here.
  const asked = run.version === of.version ? of.definition.only : null
  const why = reasonText({ ...run, at: run.lastAt, asked }, words)
  const often = run.times > 1 ? words.t('flows:run.times', { count: run.times, at: momentText(run.lastAt) }) : ''
  const said = [why, often].filter((part) => part !== '').join(' · ')
  return (
    <Box sx={{ lineHeight: 1.35, whiteSpace: 'normal', py: 0.5 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        {why === '' && <RunStateMark state={run.state} />}
        <Link component={RouterLink} to={runPath(run.id)} onClick={(event) => event.stopPropagation()}>
          <Age moment={run.state === 'skipped' ? run.lastAt : (run.endedAt ?? run.at)} />
        </Link>
      </Box>
      {said !== '' && (
        <Typography variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {said}
        </Typography>
      )}
    </Box>
  )
}

/** How the newest run ended, and beside it why a newer start did not run: the state of the flow is that of the first. */
function LastRun({ of, words }: { of: Flow; words: FlowWords }) {
  const runs = [of.lastRun, of.notRun].filter((run) => run !== null)
  if (runs.length === 0) return words.t('flows:flow.neverRan')
  return runs.map((run) => <Outcome key={run.id} of={of} run={run} words={words} />)
}

/** Where there is no room for columns of their own, group, version, state and start stand below the name. */
function FlowCell({ of, words }: { of: Flow; words: FlowWords }) {
  const { t } = words
  return (
    <NameCell name={of.name}>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', display: { xs: 'block', xl: 'none' } }}>
        {[
          of.groupName ?? t('flows:flow.noGroup'),
          t('flows:flow.priority', { priority: of.priority }),
          t('flows:flow.versionOf', { version: of.version }),
        ].join(' · ')}
      </Typography>
      {of.open.length > 0 && (
        <Typography variant="caption" component="p" sx={{ color: 'status.warn' }}>
          {t('flows:open.count', { count: of.open.length })}
        </Typography>
      )}
      <Box sx={{ display: { xs: 'block', md: 'none' } }}>
        <FlowStateMark state={of.state} />
        <Starts of={of} words={words} />
        {of.nextAt !== null && (
          <Typography variant="caption" component="p">
            {t('crud:pair', { one: t('flows:flow.next'), two: minuteText(of.nextAt) })}
          </Typography>
        )}
        <LastRun of={of} words={words} />
      </Box>
    </NameCell>
  )
}

/** The columns of the list of flows. */
export function useFlowColumns(areaId: number, rows: readonly Flow[] = NO_FLOWS, enable: (of: Flow, on: boolean) => void): Column<Flow>[] {
  const { t } = useTranslation()
  const mayRun = usePermission(FLOWS_RUN) === true
  const started = useMemo(() => rows.map(({ definition }) => ({ triggers: definition.triggers, only: null, steps: [] })), [rows])
  const words = useFlowWords(areaId, started)
  return [
    {
      name: 'enabled',
      label: t('flows:flow.enabled'),
      width: 84,
      cell: (row) => (
        <Switch
          checked={row.enabledFlag === 1}
          disabled={!mayRun}
          slotProps={{ input: { 'aria-label': t('crud:pair', { one: t('flows:flow.enabled'), two: row.name }) } }}
          onClick={(event) => event.stopPropagation()}
          onChange={(_, on) => enable(row, on)}
        />
      ),
    },
    { name: 'name', label: t('flows:flow.name'), width: 170, grow: true, cell: (row) => <FlowCell of={row} words={words} /> },
    {
      name: 'state',
      label: t('flows:flow.state'),
      width: 100,
      hidden: 'narrow',
      cell: ({ state }) => <FlowStateMark state={state} />,
    },
    {
      name: 'group',
      label: t('flows:flow.group'),
      width: 120,
      hidden: 'middling',
      cell: ({ groupName, priority }) => (
        <Box sx={{ lineHeight: 1.35 }}>
          <div>{groupName ?? t('flows:flow.noGroup')}</div>
          <SecondaryText variant="caption">{t('flows:flow.priority', { priority })}</SecondaryText>
        </Box>
      ),
    },
    {
      name: 'starts',
      label: t('flows:flow.starts'),
      width: 230,
      grow: true,
      hidden: 'narrow',
      cell: (row) => <Starts of={row} words={words} />,
    },
    {
      name: 'next',
      label: t('flows:flow.next'),
      width: 140,
      hidden: 'narrow',
      cell: ({ nextAt }) => (nextAt === null ? t('crud:none') : minuteText(nextAt)),
    },
    { name: 'last', label: t('flows:flow.last'), width: 220, hidden: 'narrow', cell: (row) => <LastRun of={row} words={words} /> },
    { name: 'version', label: t('flows:flow.version'), width: 72, align: 'right', hidden: 'middling', cell: ({ version }) => version },
  ]
}
