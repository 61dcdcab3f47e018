import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TASK_VERBS, type Task, taskCalls, type TaskVerb } from '#contract/farm/task'
import { TASKS } from '#contract/farm/taskCodes'
import { isOpen, LEADERS_VERBS, taskAfter } from '#machines/farm/task'
import { isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { momentText } from '#src/time/moment.ts'
import { tipFor } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { actInField, useWithWaiting } from './fieldTask.ts'
import { Repetition } from './Repetition.tsx'
import { TaskActDialog } from './TaskActDialog.tsx'
import { TaskEvents } from './TaskEvents.tsx'
import { TaskStock } from './TaskStock.tsx'

const NO_ROOM = Symbol('no room')

/** What can be done with a task by whoever looks at it, its steps, and what was done. */
export function TaskActs({ record: read }: { record: Task }) {
  const { t } = useTranslation()
  const { self } = useSession()
  const record = useWithWaiting()(read)
  const manages = usePermission(`${TASKS}.ps.edit`) === true
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<TaskVerb | 'report' | null>(null)
  const [ticking, setTicking] = useState<string | null>(null)
  const { taskId, taskState, leader, crew, checklist, reason, dueAt, lateness, proofFlag, repeats } = record
  const leads = leader !== null && leader.userId !== null && leader.userId === self?.id
  const takesPart = leads || crew.some(({ userId }) => userId !== null && userId === self?.id)
  const possible = TASK_VERBS.filter((verb) => taskAfter(taskState, verb) !== null && (manages || (leads && LEADERS_VERBS.includes(verb))))
  const tick = async (step: string, done: boolean) => {
    setTicking(step)
    const answer = await actInField(record, 'tick', { step, done: done ? 1 : 0 }).catch(() => NO_ROOM)
    if (answer === NO_ROOM) toast('error', t('field:noRoom'))
    else if (isFailure(answer)) toast('error', tipFor(answer))
    // What it shows is what the server has: it is read again before it can be ticked again.
    await Promise.all(
      [taskCalls.get, taskCalls.page, taskCalls.mine].map((one) => queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })),
    )
    setTicking(null)
  }
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:task.life')}</Typography>
      {record.waits > 0 && (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          {t('field:queue.open', { count: record.waits })}
        </Typography>
      )}
      {lateness === 'overdue' && (
        <Typography variant="body2" sx={{ color: 'error.main' }}>
          {t('farm:task.overdueSince', { at: momentText(dueAt) })}
        </Typography>
      )}
      {repeats !== null && <Repetition taskId={taskId} repeats={repeats} />}
      {reason !== null && <Typography variant="body2">{t('farm:task.because', { reason })}</Typography>}
      {proofFlag === 1 && isOpen(taskState) && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('farm:task.proofNeeded')}
        </Typography>
      )}
      {checklist.length > 0 && (
        <Stack component="fieldset" sx={{ border: 0, m: 0, p: 0 }}>
          <Typography component="legend" variant="body2" sx={{ color: 'text.secondary', p: 0 }}>
            {t('farm:task.checklist')}
          </Typography>
          {checklist.map((step) => (
            <FormControlLabel
              key={step.text}
              disabled={!isOpen(taskState) || !(manages || takesPart) || ticking === step.text}
              control={<Checkbox checked={step.doneAt !== null} onChange={(_, done) => void tick(step.text, done)} />}
              label={
                <>
                  <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                    {step.text}
                  </Typography>
                  {step.doneAt !== null && (
                    <Typography component="span" variant="caption" sx={{ ml: 1, color: 'text.secondary' }}>
                      {step.doneBy === null
                        ? momentText(step.doneAt)
                        : t('farm:task.stepDone', { by: step.doneBy, at: momentText(step.doneAt) })}
                    </Typography>
                  )}
                </>
              }
            />
          ))}
        </Stack>
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {possible.map((verb, at) => (
          <Button
            key={verb}
            variant={at === 0 ? 'contained' : 'outlined'}
            color={verb === 'cancel' || verb === 'end' ? 'error' : 'primary'}
            onClick={() => setAsked(verb)}
          >
            {t(`farm:task.verb.${verb}`)}
          </Button>
        ))}
        {taskState === 'ongoing' && (manages || takesPart) && (
          <Button variant="outlined" onClick={() => setAsked('report')}>
            {t('farm:task.verb.report')}
          </Button>
        )}
      </Stack>
      <TaskStock record={record} />
      <TaskEvents taskId={taskId} />
      {asked !== null && <TaskActDialog record={record} verb={asked} onClose={() => setAsked(null)} />}
    </Stack>
  )
}
