import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from './Confirm.tsx'
import { toast } from './toast.ts'

/** An act on many rows: asked for once, naming them; the server decides about each. */
export interface BulkAct<Row> {
  readonly name: string
  readonly label: string
  readonly icon: ReactElement
  readonly color?: 'error' | 'primary'
  /** What is asked before, of how many. */
  readonly question: (count: number) => string
  /** What it means, below the names. */
  readonly text?: string
  /** How a row is named to a person. */
  readonly titleOf: (row: Row) => string
  /** Null where it was done, else why not, in the reader's language. */
  readonly run: (row: Row) => Promise<string | null>
  /** What is said of so many that were done. */
  readonly done: (count: number) => string
  /** All of them were tried. */
  readonly after: () => void
}

interface Outcome {
  readonly done: string | null
  readonly failed: readonly { readonly id: number; readonly title: string; readonly why: string }[]
}

/** Names that stand in the question; the rest are counted. */
const NAMED = 8

/**
 * What may be done with the chosen rows of a list, and what came of it: a bar of the acts, below it the rows that the server refused, each
 * with its reason; those stay chosen.
 */
export function useBulk<Row extends object>(
  acts: readonly BulkAct<Row>[],
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => number,
): { readonly chosen: ReadonlySet<number>; readonly choose: (ids: ReadonlySet<number>) => void; readonly bar: ReactNode } {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [picked, pick] = useState<ReadonlySet<number>>(new Set())
  const [outcome, tell] = useState<Outcome | null>(null)
  const [at, step] = useState<{ readonly of: number; readonly done: number } | null>(null)
  // What left the page (another page, another filter, a deletion) is chosen no more: an act touches what is seen.
  const shown = (rows ?? []).filter((row) => picked.has(rowId(row)))
  const chosen = new Set(shown.map(rowId))

  const start = async (act: BulkAct<Row>) => {
    const titles = shown.map(act.titleOf)
    const yes = await confirm({
      title: act.question(shown.length),
      text: (
        <>
          <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
            {shown.slice(0, NAMED).map((row) => (
              <li key={rowId(row)}>{act.titleOf(row)}</li>
            ))}
          </Box>
          {titles.length > NAMED && <p>{t('crud:bulk.more', { count: titles.length - NAMED })}</p>}
          {act.text}
        </>
      ),
      confirm: act.label,
      color: act.color ?? 'primary',
    })
    if (!yes) return
    tell(null)
    const failed: { id: number; title: string; why: string }[] = []
    for (const [done, row] of shown.entries()) {
      step({ of: shown.length, done })
      // One after the other: each is a decision of its own, and a hundred at once would only queue.
      const why = await act.run(row)
      if (why !== null) failed.push({ id: rowId(row), title: act.titleOf(row), why })
    }
    step(null)
    const count = shown.length - failed.length
    pick(new Set(failed.map(({ id }) => id)))
    if (failed.length === 0) toast('success', act.done(count))
    else tell({ done: count === 0 ? null : act.done(count), failed })
    act.after()
  }

  const choose = (ids: ReadonlySet<number>) => {
    pick(ids)
    tell(null)
  }
  const bar = (chosen.size > 0 || outcome != null) && (
    <Stack sx={{ gap: 1, pb: 1 }}>
      {chosen.size > 0 && (
        <Stack role="toolbar" aria-label={t('crud:bulk.title')} direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <Typography variant="body2" component="output">
            {at ? t('crud:bulk.running', { done: at.done, count: at.of }) : t('crud:bulk.chosen', { count: chosen.size })}
          </Typography>
          {acts.map((act) => (
            <Button
              key={act.name}
              size="small"
              variant="outlined"
              color={act.color ?? 'primary'}
              startIcon={act.icon}
              disabled={at != null}
              onClick={() => void start(act)}
            >
              {act.label}
            </Button>
          ))}
          <Button size="small" disabled={at != null} onClick={() => choose(new Set())}>
            {t('crud:bulk.none')}
          </Button>
        </Stack>
      )}
      {outcome != null && (
        <Alert severity="warning" onClose={() => tell(null)}>
          {outcome.done ?? t('crud:bulk.nothing')}
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
            {outcome.failed.map(({ id, title, why }) => (
              <li key={id}>{t('crud:bulk.failed', { title, why })}</li>
            ))}
          </Box>
        </Alert>
      )}
    </Stack>
  )
  return { chosen, choose, bar }
}
