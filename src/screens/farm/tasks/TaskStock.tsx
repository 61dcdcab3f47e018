import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { PLANS } from '#contract/farm/planCodes'
import { type Task, taskCalls } from '#contract/farm/task'
import { materialShipment } from '#contract/inventory/materialShipment'
import { isOpen } from '#machines/farm/task'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { toast } from '#src/ui/toast.ts'
import { IssueLine } from './IssueLine.tsx'

/** The plan that a task is one of, and the issue of what it uses. */
export function TaskStock({ record: { taskId, taskState, materials, plan, issue } }: { record: Task }) {
  const { t } = useTranslation()
  const { self } = useSession()
  const mayOpen = usePermission(PLANS) === true
  const queryClient = useQueryClient()
  if (plan === null && materials.length === 0) return null
  const document = issue?.document ?? null
  const isDone = taskState === 'finished' || taskState === 'accepted'
  const isOthers = document !== null && document.auditStatus === 'draft' && document.applicantId !== self?.id
  const ask = async () => {
    const answer = await call(taskCalls.issue, { body: { taskId } })
    if (!isFailure(answer)) toast('success', t(isOthers ? 'farm:taskStock.taken' : 'farm:taskStock.drafted'))
    for (const one of [taskCalls.get, taskCalls.page]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  const planned = plan && t('farm:taskStock.plan', { name: plan.planName, weight: plan.weight })
  return (
    <Stack sx={{ gap: 0.5 }}>
      {plan !== null && (
        <Typography variant="body2">
          {mayOpen ? (
            <Link component={RouterLink} to={`/web/farm/plan/info/${plan.planId}`}>
              {planned}
            </Link>
          ) : (
            planned
          )}
        </Typography>
      )}
      {materials.length > 0 && isOpen(taskState) && issue === null && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('farm:taskStock.willDraft')}
        </Typography>
      )}
      {issue !== null && (
        <>
          <IssueLine issue={issue} />
          {document !== null && document.auditStatus !== 'approved' && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('farm:taskStock.draftHint')}
            </Typography>
          )}
        </>
      )}
      {materials.length > 0 && isDone && (document === null || isOthers) && (
        <>
          {isOthers && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('farm:taskStock.draftedBy', { name: document.applicantName })}
            </Typography>
          )}
          <Permitted code={materialShipment.codes.create}>
            <Button size="small" variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => void ask()}>
              {t(isOthers ? 'farm:taskStock.takeOver' : 'farm:taskStock.again')}
            </Button>
          </Permitted>
        </>
      )}
    </Stack>
  )
}
