import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { PlannedTask } from '#contract/farm/plan'
import { TASKS } from '#contract/farm/taskCodes'
import { usePermission } from '#src/session/usePermission.ts'
import { decimalText } from '#src/ui/decimalText.ts'
import { dayText } from '#src/time/moment.ts'
import { IssueLine } from '../tasks/IssueLine.tsx'

interface Of {
  readonly task: PlannedTask
}

/** What a task is called, with the way to it and who leads it. */
export function TaskName({ task: { taskId, taskName, leaderName } }: Of) {
  const mayOpen = usePermission(TASKS) === true
  return (
    <Stack sx={{ minWidth: 0 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {mayOpen ? (
          <Link component={RouterLink} to={`/web/farm/taskManger?open=${taskId}`}>
            {taskName}
          </Link>
        ) : (
          taskName
        )}
      </Typography>
      {leaderName !== null && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {leaderName}
        </Typography>
      )}
    </Stack>
  )
}

const COLORS = { accepted: 'success', finished: 'info', ongoing: 'primary' } as const
export function TaskState({ task: { taskState, lateness } }: Of) {
  const { t } = useTranslation()
  return (
    <Stack sx={{ alignItems: 'flex-start', gap: 0.25 }}>
      <Chip
        size="small"
        variant={taskState === 'cancelled' || taskState === 'ended' ? 'outlined' : 'filled'}
        color={COLORS[taskState as keyof typeof COLORS] ?? 'default'}
        label={t(`farm:task.choices.taskState.${taskState}`)}
        sx={{ maxWidth: '100%' }}
      />
      {lateness !== 'inTime' && (
        <Typography variant="caption" sx={{ color: lateness === 'overdue' ? 'error.main' : 'warning.main' }}>
          {t(`farm:task.choices.lateness.${lateness}`)}
        </Typography>
      )}
    </Stack>
  )
}

/** From when to when a task was planned; where somebody moved it by hand, from when to when it is now. */
export function PlannedText({ task }: Of) {
  const { t } = useTranslation()
  const span = (from: number, to: number) =>
    dayText(from) === dayText(to) ? dayText(from) : t('farm:plan.span', { from: dayText(from), to: dayText(to) })
  const isMoved = task.startsAt !== task.plannedStartsAt || task.dueAt !== task.plannedDueAt
  return (
    <Stack>
      <Typography variant="body2">{span(task.plannedStartsAt, task.plannedDueAt)}</Typography>
      {isMoved && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('farm:plan.moved', { from: dayText(task.startsAt), to: dayText(task.dueAt) })}
        </Typography>
      )}
    </Stack>
  )
}

/** When it was truly begun and finished, and what was harvested by it. */
export function DoneText({ task: { startedAt, finishedAt, harvestKg } }: Of) {
  const { t, i18n } = useTranslation()
  return (
    <Stack>
      <Typography variant="body2" sx={startedAt === null ? { color: 'text.secondary' } : {}}>
        {startedAt === null
          ? t('farm:plan.notBegun')
          : finishedAt === null
            ? t('farm:plan.since', { from: dayText(startedAt) })
            : dayText(startedAt) === dayText(finishedAt)
              ? dayText(finishedAt)
              : t('farm:plan.finished', { from: dayText(startedAt), to: dayText(finishedAt) })}
      </Typography>
      {harvestKg !== null && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('farm:plan.harvested', { kg: decimalText(harvestKg, i18n.language) })}
        </Typography>
      )}
    </Stack>
  )
}

/** What it uses, and the issue by which that leaves the stock. */
export function MaterialsText({ task: { materials, issue } }: Of) {
  const { t, i18n } = useTranslation()
  return (
    <Stack>
      {materials.map(({ productId, productName: name, quantity, unit }) => (
        <Typography key={productId} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {t('farm:plan.line', { name, quantity: decimalText(quantity, i18n.language), unit })}
        </Typography>
      ))}
      {issue !== null && <IssueLine issue={issue} />}
    </Stack>
  )
}
