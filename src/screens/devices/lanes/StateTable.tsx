import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StateLane, StateLanes, StateSpan } from '#contract/devices/stateLanes'
import type { Command } from '#contract/devices/switch'
import { useAskedBy } from '#src/devices/useAskedBy.ts'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { momentText } from '#src/time/moment.ts'
import { Pager } from '#src/ui/Pager.tsx'
import { SmallTable } from '#src/ui/SmallTable.tsx'
import { describeSpan } from '../switches/describeSpan.ts'
import { Wish } from '../switches/Wish.tsx'
import { useOutcome } from './useOutcome.ts'

const SIZES = [20, 50, 100]
const HEADS = ['at', 'what', 'happened', 'lasted', 'who'] as const

/** What the bands show between two moments (ms), as a table: states from when and for how long, and what was asked by whom, newest first. */
export function StateTable({ lanes: { lanes, commands }, from: first, to: last }: { lanes: StateLanes; from: number; to: number }) {
  const { t } = useTranslation()
  const rows = useMemo(
    () =>
      [
        ...lanes.flatMap((lane) =>
          lane.spans
            .filter((span) => span.from <= last && span.to >= first)
            .map((span) => ({ at: span.from, lane, span, key: `${lane.switchId} ${span.from}` })),
        ),
        ...commands
          .filter(({ createdAt }) => createdAt >= first && createdAt <= last)
          .map((command) => ({ at: command.createdAt, command, key: command.id })),
      ].sort((one, other) => other.at - one.at),
    [lanes, commands, first, last],
  )
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0]! })
  const from = Math.min(paging.page - 1, Math.max(0, Math.ceil(rows.length / paging.size) - 1)) * paging.size
  return (
    <>
      <Typography variant="subtitle2" component="h4">
        {t('devices:lanes.title')}
      </Typography>
      <SmallTable label={t('devices:lanes.title')} heads={HEADS.map((head) => t(`devices:lanes.${head}`))} maxHeight={420}>
        {rows
          .slice(from, from + paging.size)
          .map((row) =>
            'span' in row ? (
              <StateCells key={row.key} lane={row.lane} span={row.span} />
            ) : (
              <CommandCells key={row.key} command={row.command} />
            ),
          )}
      </SmallTable>
      <Pager total={rows.length} paging={{ page: from / paging.size + 1, size: paging.size }} sizes={SIZES} onPaging={setPaging} />
    </>
  )
}

function StateCells({ lane: { name, kind }, span }: { lane: StateLane; span: StateSpan }) {
  const { t } = useTranslation()
  const words = useStatusWords(kind, name)
  const { unit, ...lasted } = describeSpan(span.to - span.from)
  return (
    <TableRow hover>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(span.from)}</TableCell>
      <TableCell>{name}</TableCell>
      <TableCell>{words(span.status)}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{t(`devices:changes.span.${unit}`, lasted)}</TableCell>
      <TableCell />
    </TableRow>
  )
}

function CommandCells({ command }: { command: Command }) {
  const { t } = useTranslation()
  const askedBy = useAskedBy()
  const outcome = useOutcome()
  return (
    <TableRow hover>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{momentText(command.createdAt)}</TableCell>
      <TableCell>{command.switchName || t('devices:lanes.device')}</TableCell>
      <TableCell>
        {t('devices:lanes.wanted')} <Wish of={command} />
        <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
          {outcome(command)}
        </Typography>
      </TableCell>
      <TableCell />
      <TableCell>{askedBy(command)}</TableCell>
    </TableRow>
  )
}
