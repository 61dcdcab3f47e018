import { useTranslation } from 'react-i18next'
import { batch } from '#contract/farm/batch'
import { isEnded } from '#machines/farm/batch'
import { crudScreen } from '#src/crud/crudScreen.tsx'
import { InBase } from '#src/crud/InBase.tsx'
import { Page } from '#src/ui/Page.tsx'
import { BatchActs } from './BatchActs.tsx'
import { BatchPlan } from './BatchPlan.tsx'
import { BatchStages } from './BatchStages.tsx'
import { CostBook } from './CostBook.tsx'
import { GrowthBar } from './GrowthBar.tsx'
import { HarvestBook } from './HarvestBook.tsx'
import { HerdBook } from './HerdBook.tsx'
import { BatchViews } from './season/BatchViews.tsx'
import { Season } from './season/Season.tsx'
import { useView } from './ViewChoice.tsx'

const List = crudScreen(batch, {
  columns: ['batchName', 'batchState', 'landId', 'varietyId', 'growth', 'startsOn', 'harvestOn', 'expectedYield', 'batchNo'],
  filters: ['batchState'],
  form: [
    ['batchName', 'batchNo'],
    ['areaId', 'landId'],
    ['varietyId', 'part'],
    ['startsOn', 'harvestOn'],
    ['expectedYield', 'density', 'headCount'],
    ['stages'],
    ['remark'],
  ],
  open: { edit: ({ batchState }) => !isEnded(batchState), delete: ({ batchState }) => batchState === 'planned' },
  cells: { growth: ({ record }) => <GrowthBar record={record as never} /> },
  inputs: { stages: BatchStages },
  views: BatchViews,
  beside: ({ record }) => (
    <>
      <BatchActs record={record} />
      <HerdBook record={record} />
      <BatchPlan record={record} />
      <HarvestBook record={record} />
      <CostBook record={record} />
    </>
  ),
})

/** The batches of the base: as a list, or as the season on its plots. */
export default function BatchPage() {
  const { t } = useTranslation()
  const view = useView(['list', 'season'])
  if (view === 'list') return <List />
  return (
    <InBase of={batch} title={t('farm:batch.title')}>
      {(area) =>
        area && (
          <Page title={t('farm:batch.title')} lead={`${area.areaName} · ${t('farm:season.lead')}`} actions={<BatchViews />}>
            <Season key={area.areaId} areaId={area.areaId} />
          </Page>
        )
      }
    </InBase>
  )
}
