import { useTranslation } from 'react-i18next'
import { cameraCalls } from '#contract/cameras/camera'
import { splitScreenCalls } from '#contract/cameras/splitScreen'
import { useCall } from '#src/api/useCall.ts'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { SplitDesk } from './SplitDesk.tsx'

/** Several live pictures of the selected base side by side. */
export default function SurveillancePage() {
  const { t } = useTranslation()
  return (
    <BaseGate title={t('cameras:split.title')}>
      {(area) => <Surveillance key={area.areaId} areaId={area.areaId} areaName={area.areaName} />}
    </BaseGate>
  )
}

function Surveillance({ areaId, areaName }: { areaId: number; areaName: string }) {
  const { t } = useTranslation()
  const params = { id: areaId }
  const tree = useCall(cameraCalls.tree, { params })
  const shares = useCall(cameraCalls.shares, { params })
  const templates = useCall(splitScreenCalls.list, { params })
  const failed = [tree, shares, templates].find(({ isError, data }) => isError && !data)
  const retry = () => {
    for (const one of [tree, shares, templates]) if (one.isError) void one.refetch()
  }
  return (
    <Page title={t('cameras:split.title')} lead={t('cameras:split.lead', { area: areaName })}>
      {failed ? (
        <ErrorState title={t('cameras:split.treeFailed')} error={failed.error} onRetry={retry} />
      ) : tree.data && shares.data && templates.data ? (
        <SplitDesk
          areaId={areaId}
          groups={[
            ...tree.data.map(({ landId, landName, cameras }) => ({
              key: String(landId ?? 'none'),
              label: landName ?? t('cameras:split.noLand'),
              cameras,
            })),
            ...(shares.data.length === 0 ? [] : [{ key: 'shares', label: t('cameras:split.shares'), cameras: shares.data }]),
          ]}
          templates={templates.data}
        />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  )
}
