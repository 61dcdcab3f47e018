import { useTranslation } from 'react-i18next'
import type { InputProps } from '#src/crud/fieldKinds.tsx'
import { PlotBatchInput } from '#src/crud/PlotBatchInput.tsx'

/** The batch that an issue is for, of those that stand on its plot. */
export function BatchInput(props: InputProps) {
  const { t } = useTranslation()
  return <PlotBatchInput {...props} alone={t('inventory:materialShipment.batchAlone')} />
}
