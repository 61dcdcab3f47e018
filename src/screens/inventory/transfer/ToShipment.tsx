import OutputIcon from '@mui/icons-material/OutputOutlined'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull } from '#contract/core/document'
import { shipment } from '#contract/inventory/shipment'
import { transfer } from '#contract/inventory/transfer'
import { ConvertLink } from '#src/documents/ConvertLink.tsx'

/** From a transfer to the shipment that sends its goods. */
export function ToShipment({ of }: { of: AnyDocumentFull }) {
  const { t } = useTranslation()
  return (
    <ConvertLink from={transfer} of={of} to={shipment} path={`${shipment.page}/convert`} icon={<OutputIcon />}>
      {t('inventory:transfer.toShipment')}
    </ConvertLink>
  )
}
