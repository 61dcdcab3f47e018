import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Flow } from '#contract/flows/flow'
import type { FlowRun } from '#contract/flows/run'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { causeText } from '#src/flows/causeText.ts'
import { RunStateMark } from '#src/flows/FlowStateMark.tsx'
import { reasonText } from '#src/flows/reasonText.ts'
import { Age } from '#src/ui/Age.tsx'
import type { Column } from '#src/ui/ListTable.tsx'
import { NameCell } from '#src/ui/NameCell.tsx'
import { momentText } from '#src/time/moment.ts'
import { Took } from './Took.tsx'

/** The columns of the list of runs. `flows` say what a run was asked, as long as they have not changed since. */
export function useRunColumns(flows: readonly Flow[] | undefined): Column<FlowRun>[] {
  const { t } = useTranslation()
  const words = useAlarmWords()
  return useMemo(() => {
    const definitionOf = ({ flowId, version }: FlowRun) => flows?.find((one) => one.id === flowId && one.version === version)?.definition
    const cause = (row: FlowRun) =>
      causeText(row.cause, row.cause.kind === 'hand' ? undefined : definitionOf(row)?.triggers[row.cause.trigger], words)
    const why = (row: FlowRun) => {
      const said = reasonText({ ...row, at: row.lastAt, asked: definitionOf(row)?.only ?? null }, words)
      const often = row.times > 1 ? t('flows:run.times', { count: row.times, at: momentText(row.lastAt) }) : ''
      return [said, often].filter((part) => part !== '').join(' · ')
    }
    const flow = (row: FlowRun) => (
      <NameCell
        name={row.flowName}
        below={
          <>
            <div>{cause(row)}</div>
            <Age moment={row.at} />
            <div>{why(row)}</div>
          </>
        }
      />
    )
    return [
      { name: 'state', label: t('flows:run.state'), width: 100, cell: ({ state }) => <RunStateMark state={state} /> },
      { name: 'flow', label: t('flows:run.flow'), width: 170, grow: true, cell: flow },
      { name: 'cause', label: t('flows:run.cause'), width: 220, grow: true, hidden: 'narrow', cell: cause },
      { name: 'at', label: t('flows:run.at'), width: 120, hidden: 'narrow', cell: ({ at }) => <Age moment={at} /> },
      {
        name: 'took',
        label: t('flows:run.took'),
        width: 110,
        hidden: 'narrow',
        cell: ({ startedAt, endedAt }) => <Took from={startedAt} to={endedAt} />,
      },
      { name: 'why', label: t('flows:run.why'), width: 260, grow: true, hidden: 'narrow', cell: (row) => why(row) || t('crud:none') },
    ]
  }, [t, words, flows])
}
