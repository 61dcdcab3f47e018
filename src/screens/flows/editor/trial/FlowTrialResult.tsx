import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import type { FlowTrial } from '#contract/flows/trial'
import { asWordKey } from '#src/i18n/i18n.ts'
import { momentText } from '#src/time/moment.ts'
import { TrialResult } from '#src/watch/trial/TrialResult.tsx'
import { TriedRows } from '#src/watch/trial/TriedRows.tsx'
import { TriedRunRow } from './TriedRunRow.tsx'
import { UseTable } from './UseTable.tsx'

/** What a dry run of a flow found: the runs of each version, and what it would have used. */
export function FlowTrialResult({ of }: { of: FlowTrial }) {
  const { t } = useTranslation()
  return (
    <TrialResult
      of={of}
      words="flows:editor.trial"
      titleOf={(name, { ran, notRun }) => t('flows:editor.trial.laneCount', { name, ran, not: notRun })}
      note={
        of.otherwiseFrom !== null && (
          <Alert severity="info">{t('flows:editor.trial.otherwise', { at: momentText(of.otherwiseFrom) })}</Alert>
        )
      }
      spansOf={({ runs }) =>
        runs.map((run, at) => ({
          key: `${run.at} ${at}`,
          from: run.at,
          to: run.endedAt ?? run.at,
          faint: !run.ran,
          words:
            run.reason === null
              ? t('flows:editor.trial.bar', { at: momentText(run.at) })
              : t('crud:pair', { one: momentText(run.at), two: t(asWordKey(`flows:reason.${run.reason}`)) }),
        }))
      }
    >
      {({ runs, ran, notRun, use }, { name, label }) => (
        <>
          <TriedRows
            of={runs}
            count={ran + notRun}
            words="flows:editor.trial"
            label={label}
            heads={[
              t('flows:editor.trial.at'),
              t('flows:editor.trial.cause'),
              t('flows:editor.trial.outcome'),
              t('flows:editor.trial.commands'),
            ]}
          >
            {(run, at) => <TriedRunRow key={`${run.at} ${at}`} of={run} happened={name === 'happened'} />}
          </TriedRows>
          <UseTable of={use} />
        </>
      )}
    </TrialResult>
  )
}
