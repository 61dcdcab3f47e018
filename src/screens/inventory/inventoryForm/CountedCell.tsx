import { useTranslation } from 'react-i18next'
import type { DocumentLine } from '#contract/core/document'
import { exactQuantity } from '#src/ui/exactText.ts'

/** How much was counted, in the stock unit; a dash where nobody has counted yet. */
export function CountedCell({ value, of: { stockUnit } }: { value: unknown; of: Pick<DocumentLine, 'stockUnit'> }) {
  const { t, i18n } = useTranslation()
  return <>{typeof value === 'string' ? `${exactQuantity(value, i18n.language)} ${stockUnit ?? ''}`.trimEnd() : t('crud:none')}</>
}
