import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type Plan, plan, planCalls } from '#contract/farm/plan'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { toast } from '#src/ui/toast.ts'

/** What is done with a plan that runs; from its list (`linked`) the way to its page, from there the way to its form. */
export function PlanActs({ record, linked = false }: { record: Plan; linked?: boolean }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const queryClient = useQueryClient()
  const { planId, planName, planState, objectVersionNumber } = record
  const end = async () => {
    const asked = { title: t('farm:plan.endAsk', { name: planName }), text: t('farm:plan.endText'), confirm: t('farm:plan.end') }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    const gone = await call(planCalls.end, { body: { planId, objectVersionNumber } })
    if (!isFailure(gone)) toast('success', t('farm:plan.ended', { count: gone }))
    for (const one of [planCalls.get, planCalls.page, planCalls.info]) void queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {linked && (
        <Button variant="contained" component={Link} to={`/web/farm/plan/info/${planId}`}>
          {t('farm:plan.open')}
        </Button>
      )}
      {planState === 'running' && (
        <Permitted code={plan.codes.edit}>
          {!linked && (
            <Button variant="outlined" component={Link} to={`/web/farm/plan?edit=${planId}`}>
              {t('farm:plan.edit')}
            </Button>
          )}
          <Button variant="outlined" color="error" onClick={() => void end()}>
            {t('farm:plan.end')}
          </Button>
        </Permitted>
      )}
    </Stack>
  )
}
