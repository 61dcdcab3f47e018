import InputIcon from '@mui/icons-material/InputOutlined'
import ReturnIcon from '@mui/icons-material/KeyboardReturnOutlined'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull } from '#contract/core/document'
import { returned } from '#contract/inventory/return'
import { shipment } from '#contract/inventory/shipment'
import { warehousing } from '#contract/inventory/warehousing'
import { ConvertLink } from '#src/documents/ConvertLink.tsx'

/** From goods that left to their receipt in the store to which they were sent, or to their return. */
export function ShipmentWays({ of }: { of: AnyDocumentFull }) {
  const { t } = useTranslation()
  // What was found missing by a count did not go anywhere.
  if (of.source?.formCode === 'inventory_form') return null
  return (
    <>
      <ConvertLink from={shipment} of={of} to={returned} path={`${shipment.page}/return`} icon={<ReturnIcon />}>
        {t('inventory:shipment.toReturn')}
      </ConvertLink>
      {of['toStoreId'] != null && (
        <ConvertLink from={shipment} of={of} to={warehousing} path={`${warehousing.page}/convert_shipment`} icon={<InputIcon />}>
          {t('inventory:shipment.toWarehousing')}
        </ConvertLink>
      )}
    </>
  )
}
