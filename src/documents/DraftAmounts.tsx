import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type AnyDocument, totalOf } from '#contract/core/document'
import { moneyText } from '#src/ui/money.ts'
import { type Draft, type DraftLine, plainAmount } from './draft.ts'
import { useDocumentWords } from './useDocumentWords.ts'

type Amount = NonNullable<AnyDocument['amount']>
const summed = (amount: Amount, lines: readonly DraftLine[]) =>
  totalOf(
    { amount },
    lines.map((line) => ({ [amount.quantity]: plainAmount(line[amount.quantity]), [amount.price]: plainAmount(line[amount.price]) })),
  ) ?? ''

/** What one line comes to, while it is typed. */
export function LineAmount({ amount, control, row }: { amount: Amount; control: Control<Draft>; row: number }) {
  const { i18n } = useTranslation()
  const sum = useWatch({
    control,
    name: [`lines.${row}.${amount.quantity}`, `lines.${row}.${amount.price}`],
    exact: true,
    compute: ([quantity, price]: readonly unknown[]) => summed(amount, [{ [amount.quantity]: quantity, [amount.price]: price }]),
  })
  return <span>{moneyText(sum, i18n.language)}</span>
}

/** How many lines there are and, where they have a price, what all come to, while they are typed. */
export function DraftTotal({ of, control }: { of: AnyDocument; control: Control<Draft> }) {
  const { t, i18n } = useTranslation()
  const words = useDocumentWords(of)
  const lines = useWatch({ control, name: 'lines' })
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', justifyContent: 'flex-end', flexWrap: 'wrap' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('documents:line.count', { count: lines.length })}
      </Typography>
      {of.amount && (
        <Typography variant="h2" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {words.label('total')}{' '}
          <Box component="output" aria-label={words.label('total')}>
            {moneyText(summed(of.amount, lines), i18n.language)}
          </Box>
        </Typography>
      )}
    </Stack>
  )
}
