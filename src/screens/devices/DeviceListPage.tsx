import { useTranslation } from 'react-i18next'
import type { ListedPage } from '#contract/devices/pages'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { DeviceList } from './list/DeviceList.tsx'

/** The devices of one page in the selected base. */
export function DeviceListPage({ page }: { page: ListedPage }) {
  const { t } = useTranslation()
  const title = t(`devices:page.${page}.title`)
  return (
    <BaseGate title={title} none={t('devices:gateway.noBase')}>
      {({ areaId, areaName }) => (
        <DeviceList page={page} title={title} lead={`${areaName} · ${t(`devices:page.${page}.lead`)}`} areaId={areaId} newIn={areaId} />
      )}
    </BaseGate>
  )
}
