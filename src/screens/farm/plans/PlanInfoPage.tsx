import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { type Plan, plan, planCalls } from '#contract/farm/plan'
import { useCall } from '#src/api/useCall.ts'
import { useRecord } from '#src/crud/useRecords.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { PlanActs } from './PlanActs.tsx'
import { PlanNeeds } from './PlanNeeds.tsx'
import { PlanSubplan } from './PlanSubplan.tsx'
import { PlanSummary } from './PlanSummary.tsx'

/** A plan: how far it is, its tasks as planned and as done, and what it needs from stock. */
export default function PlanInfoPage() {
  const { t } = useTranslation()
  const asked = useParams().id ?? ''
  const id = Number(/^[1-9]\d{0,14}$/.exec(asked)?.[0] ?? 0)
  const { record, error, retry } = useRecord(plan, id === 0 ? null : id)
  const info = useCall(planCalls.info, { params: { id } }, { enabled: id !== 0 })
  if (id === 0 || error?.failure.status === 404)
    return (
      <Page title={t('farm:plan.infoTitle')}>
        <EmptyState
          page
          variant="pageNoPage"
          title={t('farm:plan.gone')}
          action={
            <Button variant="contained" component={Link} to="/web/farm/plan">
              {t('farm:plan.toList')}
            </Button>
          }
        />
      </Page>
    )
  if (error) return <Page title={t('farm:plan.infoTitle')}>{<ErrorState error={error} onRetry={() => void retry()} />}</Page>
  if (!record) return <SkeletonPage />
  const shown = record as unknown as Plan
  const { planName, varietyName, landName, labels } = shown
  return (
    <Page
      title={planName}
      windowTitle={`${planName} · ${t('farm:plan.infoTitle')}`}
      lead={t('farm:plan.from', { batch: labels?.['batchId'] ?? '', variety: varietyName, land: landName })}
      actions={<PlanActs record={shown} />}
    >
      <Stack sx={{ gap: 2 }}>
        <PlanSummary record={shown} />
        <ListGate query={info} rows={4} height={56}>
          {(subplans) => subplans.map((one) => <PlanSubplan key={one.subplanId} subplan={one} />)}
        </ListGate>
        <PlanNeeds planId={id} running={shown.planState === 'running'} />
      </Stack>
    </Page>
  )
}
