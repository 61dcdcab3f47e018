import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { Batch } from '#contract/farm/batch'
import { plan, planCalls } from '#contract/farm/plan'
import { PLANS } from '#contract/farm/planCodes'
import { isEnded } from '#machines/farm/batch'
import { useCall } from '#src/api/useCall.ts'
import { RecordForm } from '#src/crud/RecordForm.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { PercentBar } from './PercentBar.tsx'
import { planForm } from './plans/planForm.ts'

/** The plans that run for a batch, and how far each is; for who may open plans. Where none runs, one is made from here. */
export function BatchPlan({ record: { batchId, batchName, batchState, areaId, startsOn } }: { record: Batch }) {
  const { t } = useTranslation()
  const may = usePermission(PLANS) === true
  const mayMake = usePermission(plan.codes.create) === true && !isEnded(batchState)
  const [making, setMaking] = useState(false)
  const read = useCall(planCalls.page, { query: { batchId, planState: 'running', size: 0 } }, { enabled: may })
  if (!may || !read.data) return null
  const { content } = read.data
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:plan.batchPlan')}</Typography>
      {content.length === 0 && (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('farm:plan.batchNone')}</Typography>
          {mayMake && (
            <Button size="small" startIcon={<AddIcon />} onClick={() => setMaking(true)}>
              {t('crud:addOne', { one: t('farm:plan.one') })}
            </Button>
          )}
        </Stack>
      )}
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
      {making && (
        <RecordForm
          of={plan as never}
          id={null}
          initial={{ areaId, batchId, planName: batchName, startsOn }}
          layout={planForm.form}
          inputs={planForm.inputs}
          onClose={() => setMaking(false)}
          onSaved={() => {
            setMaking(false)
            void read.refetch()
          }}
        />
      )}
    </Stack>
  )
}
