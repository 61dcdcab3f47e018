import { useTranslation } from 'react-i18next'
import { useScheme } from '#src/charts/useScheme.ts'
import { useDeviceBoard } from '#src/map/useDeviceBoard.ts'
import { useArea } from '#src/session/useArea.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { FarmMap, MapSkeleton } from './FarmMap.tsx'
import { useFarmData } from './useFarmData.ts'

/** The digital map inside the console (/web/farm/map). */
export default function MapPage() {
  const { t } = useTranslation()
  const dark = useScheme() === 'dark'
  const { area, areas, select, status, retry } = useArea()
  const areaId = area?.areaId ?? null
  const data = useFarmData(areaId)
  const board = useDeviceBoard(data.devices, areaId)
  return (
    <Page title={t('map:title')} fill hideTitle>
      {area ? (
        <FarmMap area={area} areas={areas} onArea={select} data={data} board={board} dark={dark} />
      ) : status === 'none' ? (
        <EmptyState variant="pageNoContain" title={t('map:notice.noBase')} text={t('map:notice.noBaseHint')} />
      ) : status === 'failed' ? (
        <ErrorState title={t('map:notice.baseFailed')} onRetry={retry} />
      ) : (
        <MapSkeleton />
      )}
    </Page>
  )
}
