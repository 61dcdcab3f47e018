import InputIcon from '@mui/icons-material/InputOutlined'
import ReportIcon from '@mui/icons-material/ReportOutlined'
import ReturnIcon from '@mui/icons-material/KeyboardReturnOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull } from '#contract/core/document'
import { returned } from '#contract/inventory/return'
import { millionths, plainText } from '#contract/core/exact'
import { shipment, shipmentCalls } from '#contract/inventory/shipment'
import { warehousing } from '#contract/inventory/warehousing'
import { ConvertLink } from '#src/documents/ConvertLink.tsx'
import { ReasonDialog } from '#src/documents/ReasonDialog.tsx'
import { useRereadDocuments } from '#src/documents/useDocumentActs.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { exactQuantity } from '#src/ui/exactText.ts'

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
      {of['toStoreId'] != null && <WriteOff of={of} />}
    </>
  )
}

/** What was sent and has not arrived is written off with a reason. */
function WriteOff({ of }: { of: AnyDocumentFull }) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState(false)
  const reread = useRereadDocuments(shipment)
  const missing = of.lines.flatMap(({ done, taken, stockUnit, labels }) => {
    const left = millionths(done)! - millionths(taken)!
    return left > 0n ? [`${labels?.['productId'] ?? ''} ${exactQuantity(plainText(left), i18n.language)} ${stockUnit ?? ''}`.trim()] : []
  })
  if (missing.length === 0) return null
  const { id, objectVersionNumber } = of
  return (
    <Permitted code={shipment.codes.post}>
      <Button startIcon={<ReportIcon />} onClick={() => setAsking(true)}>
        {t('inventory:shipment.writeOff')}
      </Button>
      {asking && (
        <ReasonDialog
          of={{
            name: `writeOff ${id}`,
            title: t('inventory:shipment.writeOffTitle'),
            text: t('inventory:shipment.writeOffText', {
              what: new Intl.ListFormat(i18n.language).format(missing),
              store: of.labels?.['toStoreId'] ?? '',
            }),
            act: t('inventory:shipment.writeOff'),
            done: t('inventory:shipment.writeOffDone'),
            call: shipmentCalls.writeOff,
            id,
            body: { objectVersionNumber },
          }}
          onClose={() => setAsking(false)}
          onDone={reread}
        />
      )}
    </Permitted>
  )
}
