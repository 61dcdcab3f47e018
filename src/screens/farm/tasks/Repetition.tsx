import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Task, taskCalls } from '#contract/farm/task'
import { TASKS } from '#contract/farm/taskCodes'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { useRepeatWords } from './repeatWords.ts'

/** The repetition that a task is one of, and its end. */
export function Repetition({ taskId, repeats }: { taskId: number; repeats: NonNullable<Task['repeats']> }) {
  const { t } = useTranslation()
  const wordsOf = useRepeatWords()
  const confirm = useConfirm()
  const queryClient = useQueryClient()
  const [, setAddress] = useSearchParams()
  const what = wordsOf(repeats.rule)
  const end = async () => {
    const asked = { title: t('farm:task.repeat.endAsk'), text: t('farm:task.repeat.endText'), confirm: t('farm:task.repeat.end') }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    const answer = await call(taskCalls.endRepetition, { body: { taskId } })
    if (!isFailure(answer)) {
      toast('success', t('farm:task.repeat.endDone', { count: answer }))
      // The one that is looked at may have gone with the others: the first of them stays.
      setAddress(
        (now) => {
          const next = new URLSearchParams(now)
          next.set('open', String(repeats.taskId))
          return next
        },
        { replace: true },
      )
    }
    for (const one of [taskCalls.get, taskCalls.page, taskCalls.mine]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
      <Typography variant="body2">
        {t('farm:task.repeat.title')} · {repeats.endedAt === null ? what : t('farm:task.repeat.ended', { what })}
      </Typography>
      {repeats.endedAt === null && (
        <Permitted code={`${TASKS}.ps.edit`}>
          <Button color="error" onClick={() => void end()}>
            {t('farm:task.repeat.end')}
          </Button>
        </Permitted>
      )}
    </Stack>
  )
}
