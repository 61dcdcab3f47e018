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

/** The plans that run for a batch, and how far each is; for who may open plans. */
export function BatchPlan({ record: { batchId } }: { record: Batch }) {
  const { t } = useTranslation()
  const may = usePermission(PLANS) === true
  const read = useCall(planCalls.page, { query: { batchId, planState: 'running', size: 0 } }, { enabled: may })
  if (!may || !read.data) return null
  const { content } = read.data
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:plan.batchPlan')}</Typography>
      {content.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('farm:plan.batchNone')}</Typography>}
      {content.map(({ planId, planName, progress }) => {
        const percent = progress.percent ?? 0
        const said = t('farm:plan.percent', { percent })
        return (
          <Stack key={planId} sx={{ gap: 0.5 }}>
            <Typography variant="body2">
              <Link component={RouterLink} to={`/web/farm/plan/info/${planId}`}>
                {planName}
              </Link>
              {` · ${said}`}
            </Typography>
            <PercentBar percent={percent} label={`${planName} ${said}`} />
          </Stack>
        )
      })}
    </Stack>
  )
}
