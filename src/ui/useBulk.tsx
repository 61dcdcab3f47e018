import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from './Confirm.tsx'
import { toast } from './toast.ts'

/** Does it to one row: null where it was done, why not, or what is to be known of it though it was done; in the reader's language. */
type Run<Row> = (row: Row) => Promise<string | { readonly note: string } | null>

interface Offered {
  readonly name: string
  readonly label: string
  readonly icon: ReactElement
  readonly color?: 'error' | 'primary'
}
/** Done to each row, one after the other; the server decides about each. */
interface EachAct<Row> extends Offered {
  /** How a row is named to a person. */
  readonly titleOf: (row: Row) => string
  /** What is said of so many that were done. */
  readonly done: (count: number) => string
  /** All of them were tried. */
  readonly after: () => void
}
/** Asked for once, naming them. */
interface QuestionedAct<Row> extends EachAct<Row> {
  /** What is asked before, of how many. */
  readonly question: (count: number) => string
  /** What it means, below the names. */
  readonly text?: string
  readonly run: Run<Row>
}
/** What a window is given that asks for more than a yes. */
interface Asked<Row> {
  readonly rows: readonly Row[]
  readonly onClose: () => void
  readonly onRun: (run: Run<Row>) => void
}
interface WindowedAct<Row> extends EachAct<Row> {
  readonly window: (asked: Asked<Row>) => ReactElement
}
/** Shows all of them elsewhere and changes none. */
interface ShowingAct<Row> extends Offered {
  readonly open: (rows: readonly Row[]) => void
}
/** An act on many rows. */
export type BulkAct<Row> = QuestionedAct<Row> | WindowedAct<Row> | ShowingAct<Row>

interface Outcome {
  readonly done: string | null
  /** The rows of which there is something to say. */
  readonly said: readonly { readonly id: number; readonly title: string; readonly why: string }[]
}

/** Names that stand in the question; the rest are counted. */
const NAMED = 8

/**
 * What may be done with the chosen rows of a list, and what came of it: a bar of the acts, below it the rows of which there is something to
 * say, why it was refused above all; those stay chosen.
 */
export function useBulk<Row extends object>(
  acts: readonly BulkAct<Row>[],
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => number,
): { readonly chosen: ReadonlySet<number>; readonly choose: (ids: ReadonlySet<number>) => void; readonly bar: ReactNode } {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [at, setAt] = useState<{ readonly of: number; readonly done: number } | null>(null)
  // What left the page (another page, another filter, a deletion) is chosen no more: an act touches what is seen.
  const shown = (rows ?? []).filter((row) => picked.has(rowId(row)))
  const chosen = new Set(shown.map(rowId))

  const [asking, setAsking] = useState<WindowedAct<Row> | null>(null)
  const start = async (act: BulkAct<Row>) => {
    if ('open' in act) return act.open(shown)
    if ('window' in act) return setAsking(act)
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
    if (yes) await runEach(act, act.run)
  }
  const runEach = async (act: EachAct<Row>, run: Run<Row>) => {
    setOutcome(null)
    let count = 0
    const said: { id: number; title: string; why: string }[] = []
    for (const [done, row] of shown.entries()) {
      setAt({ of: shown.length, done })
      // One after the other: each is a decision of its own, and a hundred at once would only queue.
      const came = await run(row)
      if (typeof came !== 'string') count += 1
      if (came !== null) said.push({ id: rowId(row), title: act.titleOf(row), why: typeof came === 'string' ? came : came.note })
    }
    setAt(null)
    setPicked(new Set(said.map(({ id }) => id)))
    if (said.length === 0) toast('success', act.done(count))
    else setOutcome({ done: count === 0 ? null : act.done(count), said })
    act.after()
  }

  const choose = (ids: ReadonlySet<number>) => {
    setPicked(ids)
    setOutcome(null)
  }
  const bar = (chosen.size > 0 || outcome != null) && (
    <Stack sx={{ gap: 1, pb: 1 }}>
      {asking?.window({
        rows: shown,
        onClose: () => setAsking(null),
        onRun(run) {
          setAsking(null)
          void runEach(asking, run)
        },
      })}
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
        <Alert severity="warning" onClose={() => setOutcome(null)}>
          {outcome.done ?? t('crud:bulk.nothing')}
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
            {outcome.said.map(({ id, title, why }) => (
              <li key={id}>{t('crud:bulk.failed', { title, why })}</li>
            ))}
          </Box>
        </Alert>
      )}
    </Stack>
  )
  return { chosen, choose, bar }
}
