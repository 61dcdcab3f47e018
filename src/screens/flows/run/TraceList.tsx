import CommandIcon from '@mui/icons-material/SendOutlined'
import EndIcon from '@mui/icons-material/FlagOutlined'
import HourglassIcon from '@mui/icons-material/HourglassEmpty'
import NotifyIcon from '@mui/icons-material/NotificationsActiveOutlined'
import PassedIcon from '@mui/icons-material/ReportProblemOutlined'
import UndoneIcon from '@mui/icons-material/UndoOutlined'
import PlayIcon from '@mui/icons-material/PlayArrowOutlined'
import QuestionIcon from '@mui/icons-material/HelpOutlineOutlined'
import RepeatIcon from '@mui/icons-material/Repeat'
import SafeIcon from '@mui/icons-material/ShieldOutlined'
import SensorsIcon from '@mui/icons-material/SensorsOutlined'
import SplitIcon from '@mui/icons-material/CallSplitOutlined'
import WaitedIcon from '@mui/icons-material/HourglassBottom'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { COMMAND_STATES } from '#contract/devices/command'
import type { FlowDefinition } from '#contract/flows/definition'
import type { Trace } from '#contract/flows/run'
import { spanText } from '#src/alarms/describeCondition.ts'
import { CommandStateMark } from '#src/devices/CommandStateMark.tsx'
import { useAskedBy } from '#src/devices/useAskedBy.ts'
import { useSaid } from '#src/devices/useSaid.ts'
import { clockSpan } from '#src/flows/clockSpan.ts'
import { describeStep, stepNumber } from '#src/flows/describeStep.ts'
import type { FlowWords } from '#src/flows/flowWords.ts'
import { momentText } from '#src/time/moment.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { useNow } from '#src/ui/useNow.ts'
import { SeenTable } from '#src/watch/SeenTable.tsx'
import { seenRows } from './seenRows.ts'
import { checksOf, stepOf, traceText } from './traceText.ts'

const icons = {
  began: PlayIcon,
  checked: QuestionIcon,
  asked: CommandIcon,
  told: SensorsIcon,
  waits: HourglassIcon,
  waited: WaitedIcon,
  branch: SplitIcon,
  round: RepeatIcon,
  notified: NotifyIcon,
  safe: SafeIcon,
  passed: PassedIcon,
  undone: UndoneIcon,
  ended: EndIcon,
} as const satisfies Record<Trace['what'], typeof PlayIcon>

const samePath = (one: Trace['path'], other: Trace['path'] | undefined) => (one ?? []).join(' ') === (other ?? []).join(' ')

/** How long something still waits (until: ms UTC), told anew each second. */
function Left({ until }: { until: number }) {
  const { t } = useTranslation()
  const left = until - useNow(1000)
  return (
    <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', color: 'info.main', fontWeight: 600 }}>
      {left > 0 ? t('flows:run.left', { span: clockSpan(left) }) : t('flows:run.ending')}
    </Typography>
  )
}

/** How a device answered, and its own words or the server's reason. */
function Answer({ command }: { command: NonNullable<Trace['command']> }) {
  const said = useSaid()
  const state = COMMAND_STATES.find((one) => one === command.state)
  const message = said(command.message)
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {state !== undefined && <CommandStateMark state={state} />}
      {message !== null && <Typography variant="body2">{message}</Typography>}
    </Stack>
  )
}

/** By what something was brought to rest that the run had started. */
function UndoneBy({ by }: Pick<Trace, 'by'>) {
  const { t } = useTranslation()
  const askedBy = useAskedBy()
  const text =
    by === null
      ? t('flows:run.undoneByItself')
      : t('flows:run.undoneBy', { by: askedBy({ cause: by.cause, causeName: by.name, author: by.cause === 'user' ? by.name : null }) })
  return <Typography variant="body2">{text}</Typography>
}

/** What happened in a run, in its order: what it saw, what it decided, whom it told, and what came of it. `open`: it goes on. */
export function TraceList({
  traces,
  definition,
  open,
  words,
}: {
  traces: readonly Trace[]
  definition: FlowDefinition | null
  open: boolean
  words: FlowWords
}) {
  const { t } = useTranslation()
  const isWaiting = (trace: Trace) =>
    open && trace.what === 'waits' && !traces.some((later) => later.nth > trace.nth && samePath(later.path, trace.path))
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {traces.map((trace, place) => {
        const Icon = icons[trace.what]
        const step = stepOf(trace, definition)
        const isNew = trace.path !== null && !samePath(trace.path, traces[place - 1]?.path)
        const what = traceText(trace, definition, words)
        return (
          <Stack key={trace.nth} component="li" direction="row" sx={{ gap: 1.5, py: 1 }}>
            <Icon
              fontSize="small"
              aria-hidden
              sx={{ color: trace.what === 'passed' || trace.what === 'undone' ? 'status.warn' : 'text.secondary', mt: 0.25 }}
            />
            <Box sx={{ minWidth: 0, flex: 1 }}>
              {isNew && (
                <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {[t('flows:run.step', { number: stepNumber(trace.path!) }), step === undefined ? '' : describeStep(step, words)]
                    .filter((part) => part !== '')
                    .join(' · ')}
                </Typography>
              )}
              <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {trace.verdict === null ? what : t('crud:pair', { one: what, two: t(`alarms:verdict.${trace.verdict}`) })}
              </Typography>
              {trace.reason !== null && <Typography variant="body2">{t(`flows:reason.${trace.reason}`)}</Typography>}
              {trace.what === 'asked' && trace.command?.heldSeconds != null && (
                <Typography variant="body2" role="note" sx={{ color: 'status.warn' }}>
                  {t('flows:run.endsSooner', { span: spanText(trace.command.heldSeconds, words) })}
                </Typography>
              )}
              {trace.what === 'told' && trace.command !== null && <Answer command={trace.command} />}
              {trace.what === 'undone' && <UndoneBy by={trace.by} />}
              {isWaiting(trace) && trace.until !== null && <Left until={trace.until} />}
              <SeenTable
                label={`${what} ${momentText(trace.at)}`}
                at={trace.at}
                yes="status.normal"
                rows={seenRows(trace.checks, checksOf(trace, definition), words)}
              />
              <SecondaryText variant="caption">{momentText(trace.at)}</SecondaryText>
            </Box>
          </Stack>
        )
      })}
    </Box>
  )
}
