import { useTranslation } from 'react-i18next'
import { useArea } from '#src/session/useArea.ts'
import { DeviceList } from './list/DeviceList.tsx'

/** Every device of the tenant that the reader may see, of every type and in every base. */
export default function DeviceManagerPage() {
  const { t } = useTranslation()
  const { area } = useArea()
  return (
    <DeviceList
      page={null}
      title={t('devices:manager.title')}
      lead={t('devices:manager.lead')}
      areaId={null}
      newIn={area?.areaId ?? null}
    />
  )
}
