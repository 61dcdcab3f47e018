import { useTranslation } from 'react-i18next'
import { ordinalOf, quantityOf } from '#contract/devices/itemCode'
import { asWordKey } from '#src/i18n/i18n.ts'

/** What the product calls an item of a code, before any device has one: a second of its kind has its number behind it. */
export function useItemWords(): (code: string) => string {
  const { t, i18n } = useTranslation()
  return (code) => {
    if (i18n.exists(`devices:item.${code}`)) return t(asWordKey(`devices:item.${code}`)) as string
    const quantity = quantityOf(code)
    return quantity === null ? code : `${t(asWordKey(`devices:item.${quantity}`)) as string} ${ordinalOf(code) ?? ''}`.trimEnd()
  }
}
