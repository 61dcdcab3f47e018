import { useTranslation } from 'react-i18next'
import { NO_CATEGORY, type ReportRow } from '#contract/inventory/report'

/** What a row of the report is of, in words. */
export function useNameOf(): (row: ReportRow) => string {
  const { t } = useTranslation()
  return ({ productName, storeName, category }) =>
    productName ??
    storeName ??
    (category === NO_CATEGORY || category === null ? t('inventory:report.noCategory') : t(`inventory:product.choices.category.${category}`))
}
