import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { decimalText } from '#src/ui/decimalText.ts'
import { moneyText } from '#src/ui/money.ts'

const DECIMALS = 6
const tabular = { fontVariantNumeric: 'tabular-nums' } as const

/** A quantity with every decimal that it has, and its unit. With `signed` what comes has its sign as well. */
export function Amount({ of, unit, signed = false }: { of: string; unit?: string; signed?: boolean }) {
  const { t, i18n } = useTranslation()
  const text = decimalText(of, i18n.language, DECIMALS)
  const amount = signed && /^[^-]*[1-9]/.test(of) ? `+${text}` : text
  return (
    <Box component="span" sx={tabular}>
      {unit ? t('inventory:stock.amount', { amount, unit }) : amount}
    </Box>
  )
}

/** What goods are worth. */
export function Money({ of, digits = 2 }: { of: string; digits?: number }) {
  const { i18n } = useTranslation()
  return (
    <Box component="span" sx={tabular}>
      {moneyText(of, i18n.language, digits)}
    </Box>
  )
}
