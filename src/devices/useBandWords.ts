import { useTranslation } from 'react-i18next'
import { formatValue } from '#src/charts/formatValue.ts'

/** A normal band in words. */
export function useBandWords({ low, high }: { low: number | null; high: number | null }): string {
  const { t, i18n } = useTranslation()
  const written = { low: formatValue(low, i18n.language), high: formatValue(high, i18n.language) }
  if (low !== null && high !== null) return t('devices:collect.band', written)
  if (low !== null) return t('devices:collect.bandLow', written)
  if (high !== null) return t('devices:collect.bandHigh', written)
  return t('devices:collect.noBand')
}
