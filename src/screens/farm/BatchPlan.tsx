import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { Batch } from '#contract/farm/batch'
import { planCalls } from '#contract/farm/plan'
import { PLANS } from '#contract/farm/planCodes'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { PercentBar } from './PercentBar.tsx'

/** The plan that runs for a batch, and how far it is; for who may open plans. */
export function BatchPlan({ record: { batchId } }: { record: Batch }) {
  const { t } = useTranslation()
  const may = usePermission(PLANS) === true
  const read = useCall(planCalls.page, { query: { batchId, planState: 'running', size: 1 } }, { enabled: may })
  if (!may || !read.data) return null
  const [running] = read.data.content
  const percent = running?.progress.percent ?? 0
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:plan.batchPlan')}</Typography>
      {running === undefined ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('farm:plan.batchNone')}</Typography>
      ) : (
        <>
          <Typography variant="body2">
            <Link component={RouterLink} to={`/web/farm/plan/info/${running.planId}`}>
              {running.planName}
            </Link>
            {` · ${t('farm:plan.percent', { percent })}`}
          </Typography>
          <PercentBar percent={percent} label={`${running.planName} ${t('farm:plan.percent', { percent })}`} />
        </>
      )}
    </Stack>
  )
}
