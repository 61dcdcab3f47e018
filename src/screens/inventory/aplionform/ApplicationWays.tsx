import InputIcon from '@mui/icons-material/InputOutlined'
import SwapIcon from '@mui/icons-material/SwapHorizOutlined'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull } from '#contract/core/document'
import { aplionform } from '#contract/inventory/aplionform'
import { transfer } from '#contract/inventory/transfer'
import { warehousing } from '#contract/inventory/warehousing'
import { ConvertLink } from '#src/documents/ConvertLink.tsx'

/** From an application to the receipt of what was bought, or the transfer of what another store has. */
export function ApplicationWays({ of }: { of: AnyDocumentFull }) {
  const { t } = useTranslation()
  return (
    <>
      <ConvertLink from={aplionform} of={of} to={transfer} path={`${transfer.page}/convert`} icon={<SwapIcon />}>
        {t('inventory:aplionform.toTransfer')}
      </ConvertLink>
      <ConvertLink from={aplionform} of={of} to={warehousing} path={`${warehousing.page}/convert_purchase`} icon={<InputIcon />}>
        {t('inventory:aplionform.toWarehousing')}
      </ConvertLink>
    </>
  )
}
