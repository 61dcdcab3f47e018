import AlarmOutlined from '@mui/icons-material/AlarmOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircle'
import CancelOutlined from '@mui/icons-material/Cancel'
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined'
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined'
import SendOutlined from '@mui/icons-material/SendOutlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalProcess, ApprovalRecord, FlowStep } from '#contract/approvals/approval'
import { momentText } from '#src/time/moment.ts'

type Tone = 'success' | 'error' | 'warning' | 'primary' | 'disabled'
const pictures = {
  submitted: { Icon: SendOutlined, tone: 'primary' },
  resubmitted: { Icon: SendOutlined, tone: 'primary' },
  approved: { Icon: CheckCircleOutlined, tone: 'success' },
  rejected: { Icon: CancelOutlined, tone: 'error' },
  passed: { Icon: CheckCircleOutlined, tone: 'disabled' },
  exempt: { Icon: CheckCircleOutlined, tone: 'disabled' },
  copied: { Icon: ContentCopyOutlined, tone: 'disabled' },
  transferred: { Icon: SwapHorizOutlined, tone: 'warning' },
  reassigned: { Icon: SwapHorizOutlined, tone: 'warning' },
  withdrawn: { Icon: UndoOutlined, tone: 'disabled' },
  completed: { Icon: CheckCircleOutlined, tone: 'success' },
  reminded: { Icon: AlarmOutlined, tone: 'warning' },
  overdue: { Icon: AlarmOutlined, tone: 'warning' },
} as const satisfies Record<ApprovalRecord['action'], { Icon: typeof UndoOutlined; tone: Tone }>

const colorOf = (tone: Tone) => (tone === 'disabled' ? 'text.secondary' : `${tone}.main`)

/** One stop on the line; the last one has no line below it. */
function Stop({ picture, tone, last, children }: { picture: ReactNode; tone: Tone; last: boolean; children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, minWidth: 0 }}>
      <Stack sx={{ alignItems: 'center', color: colorOf(tone), '& > svg': { fontSize: 20, flexShrink: 0 } }}>
        {picture}
        {!last && <Box sx={{ flex: 1, width: 2, bgcolor: 'divider', my: 0.5, minHeight: 12 }} />}
      </Stack>
      <Box sx={{ flex: 1, minWidth: 0, pb: last ? 0 : 2 }}>{children}</Box>
    </Box>
  )
}

function RecordStop({ of, last }: { of: ApprovalRecord; last: boolean }) {
  const { t } = useTranslation()
  const { Icon, tone } = pictures[of.action]
  return (
    <Stop picture={<Icon aria-hidden />} tone={tone} last={last}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {of.actorName !== null && of.action !== 'completed' && <strong>{of.actorName} </strong>}
          {t(`approvals:timeline.action.${of.action}`, { to: of.toName ?? '' })}
        </Typography>
        <Typography variant="caption" component="time" dateTime={new Date(of.at).toISOString()} sx={{ color: 'text.secondary' }}>
          {momentText(of.at)}
        </Typography>
      </Stack>
      {of.nodeName !== null && (
        <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
          {of.nodeName}
        </Typography>
      )}
      {of.comment !== null && (
        <Typography
          variant="body2"
          component="blockquote"
          sx={{
            m: 0,
            mt: 0.5,
            px: 1.25,
            py: 0.75,
            borderRadius: 1,
            bgcolor: 'action.hover',
            overflowWrap: 'anywhere',
            whiteSpace: 'pre-wrap',
          }}
        >
          {of.comment}
        </Typography>
      )}
    </Stop>
  )
}

/** Who has agreed, who is asked now and who only after them, at a node that is open. */
function OpenPeople({ process, step }: { process: ApprovalProcess; step: FlowStep }) {
  const { t } = useTranslation()
  const asked = process.tasks.filter(
    ({ round, nodeId, state }) => round === process.round && nodeId === step.nodeId && (state === 'PENDING' || state === 'WAITING'),
  )
  return (
    <Stack component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none', gap: 0.25 }}>
      {asked.map(({ id, assignee, state }) => (
        <Typography key={id} component="li" variant="body2">
          <strong>{assignee.realName}</strong>{' '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t(state === 'PENDING' ? 'approvals:timeline.waits' : 'approvals:timeline.turn')}
          </Box>
        </Typography>
      ))}
    </Stack>
  )
}

function StepStop({ process, step, last }: { process: ApprovalProcess | null; step: FlowStep; last: boolean }) {
  const { t } = useTranslation()
  const open = step.state === 'open'
  const Icon = open ? HourglassEmptyOutlined : RadioButtonUncheckedOutlined
  return (
    <Stop picture={<Icon aria-hidden />} tone={open ? 'warning' : 'disabled'} last={last}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography variant="body2" sx={{ fontWeight: open ? 600 : 400, color: open ? 'text.primary' : 'text.secondary' }}>
          {step.name}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t(`approvals:timeline.kind.${step.kind}`)}
          {process && ` · ${t(`approvals:timeline.${step.state}`)}`}
        </Typography>
      </Stack>
      {open && process ? (
        <OpenPeople process={process} step={step} />
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {step.people.length > 0
            ? step.people.map(({ realName }) => realName).join(t('approvals:timeline.and'))
            : t(step.pick ? 'approvals:timeline.pick' : 'approvals:timeline.nobody')}
        </Typography>
      )}
    </Stop>
  )
}

/** The nodes that a document would go through, before it is submitted. */
export function FlowLine({ steps }: { steps: readonly FlowStep[] }) {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {steps.map((step, at) => (
        <StepStop key={step.nodeId} process={null} step={step} last={at === steps.length - 1} />
      ))}
    </Box>
  )
}

/** Who decided what and when, round by round, and what comes next. */
export function Timeline({ of }: { of: ApprovalProcess }) {
  const { t } = useTranslation()
  // What has ended goes nowhere any more, whatever its flow had ahead.
  const coming = of.state === 'PENDING' ? of.steps.filter(({ state }) => state === 'open' || state === 'ahead') : []
  const rounds = [...new Set(of.records.map(({ round }) => round))]
  return (
    <Stack spacing={1.5}>
      {rounds.map((round) => {
        const records = of.records.filter((record) => record.round === round)
        const after = round === of.round ? coming : []
        return (
          <Box key={round} component="section" {...(rounds.length > 1 ? { 'aria-label': t('approvals:round', { count: round }) } : {})}>
            {rounds.length > 1 && (
              <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
                {t('approvals:round', { count: round })}
              </Typography>
            )}
            <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {records.map((record, at) => (
                <RecordStop key={record.id} of={record} last={at === records.length - 1 && after.length === 0} />
              ))}
              {after.map((step, at) => (
                <StepStop key={step.nodeId} process={of} step={step} last={at === after.length - 1} />
              ))}
            </Box>
          </Box>
        )
      })}
    </Stack>
  )
}
