import ReturnIcon from '@mui/icons-material/KeyboardReturnOutlined'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull } from '#contract/core/document'
import { returned } from '#contract/inventory/return'
import { warehousing } from '#contract/inventory/warehousing'
import { ConvertLink } from '#src/documents/ConvertLink.tsx'

/** From goods that were bought to their return to who sold them. */
export function ReceiptWays({ of }: { of: AnyDocumentFull }) {
  const { t } = useTranslation()
  if (of.source !== null && of.source.formCode !== 'aplionform') return null
  return (
    <ConvertLink from={warehousing} of={of} to={returned} path={`${returned.page}/convert`} icon={<ReturnIcon />}>
      {t('inventory:warehousing.toReturn')}
    </ConvertLink>
  )
}
