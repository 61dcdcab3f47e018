import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CostSum } from '#contract/farm/batchCost'
import { decimalText } from '#src/ui/decimalText.ts'
import { moneyText } from '#src/ui/money.ts'

const isNone = (amount: string) => Number(amount) === 0

/** The sum of a batch, part by part, with what nobody knows of each. */
export function CostFigures({ of }: { of: CostSum }) {
  const { t, i18n } = useTranslation()
  const money = (amount: string) => moneyText(amount, i18n.language)
  const count = (amount: string) => decimalText(amount, i18n.language)
  // Nothing is known of it at all: that is not nothing.
  const total = (amount: string) =>
    of.complete ? money(amount) : isNone(amount) ? t('farm:batchCost.unknown') : t('farm:batchCost.atLeast', { amount: money(amount) })
  const part = ({ amount, lines }: { amount: string; lines: readonly { readonly amount: string | null }[] }) =>
    lines.length === 0
      ? t('farm:batchCost.nothing')
      : lines.every((line) => line.amount === null)
        ? t('farm:batchCost.unknown')
        : money(amount)
  const { materials, labour, others } = of
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.25 }}>
      <Figure name={t('farm:batchCost.materials')} value={part(materials)}>
        {materials.lines.map(({ productId, productName, quantity, unit, amount, unpriced }) => (
          <Part
            key={productId}
            name={`${productName} ${t('farm:batchCost.quantity', { quantity: count(quantity), unit })}`}
            value={amount === null ? t('farm:batchCost.noPrice') : money(amount)}
            unknown={amount !== null && !isNone(unpriced) ? t('farm:batchCost.unpriced', { quantity: count(unpriced), unit }) : undefined}
            warn={amount === null}
          />
        ))}
      </Figure>
      <Figure name={t('farm:batchCost.labour')} value={part(labour)}>
        {labour.lines.map(({ workerId, workerName, hours, amount, unrated }) => (
          <Part
            key={workerId}
            name={`${workerName} ${t('farm:batchCost.hours', { hours: count(hours) })}`}
            value={amount === null ? t('farm:batchCost.noRate') : money(amount)}
            unknown={amount !== null && !isNone(unrated) ? t('farm:batchCost.unrated', { hours: count(unrated) }) : undefined}
            warn={amount === null}
          />
        ))}
      </Figure>
      <Figure name={t('farm:batchCost.others')} value={isNone(others.amount) ? t('farm:batchCost.nothing') : money(others.amount)} />
      <Figure strong name={t('farm:batchCost.total')} value={total(of.total)} />
      <Figure name={t('farm:batchCost.perKg')} value={of.perKg === null ? t('farm:batchCost.noKg') : total(of.perKg)} />
      <Figure name={t('farm:batchCost.perMu')} value={of.perMu === null ? t('farm:batchCost.noMu') : total(of.perMu)} />
    </Box>
  )
}

function Figure(props: { name: string; value: string; strong?: boolean; children?: ReactNode }) {
  const { name, value, strong = false, children } = props
  const line = strong ? { borderTop: 1, borderColor: 'divider', pt: 0.5 } : {}
  return (
    <>
      <Typography component="dt" variant={strong ? 'subtitle2' : 'body2'} sx={line}>
        {name}
      </Typography>
      <Typography
        component="dd"
        variant={strong ? 'subtitle2' : 'body2'}
        sx={{ m: 0, pl: 2, textAlign: 'right', fontVariantNumeric: 'tabular-nums', ...line }}
      >
        {value}
      </Typography>
      {children}
    </>
  )
}

/** One product or worker of a part; `unknown` is what of it nobody knows. */
function Part(props: { name: string; value: string; unknown?: string | undefined; warn: boolean }) {
  const { name, value, unknown, warn } = props
  return (
    <>
      <Typography component="dt" variant="caption" sx={{ pl: 1.5, color: 'text.secondary', overflowWrap: 'anywhere', minWidth: 0 }}>
        {name}
        {unknown !== undefined && (
          <Box component="span" sx={{ display: 'block', color: 'warning.dark' }}>
            {unknown}
          </Box>
        )}
      </Typography>
      <Typography
        component="dd"
        variant="caption"
        sx={{ m: 0, pl: 2, textAlign: 'right', fontVariantNumeric: 'tabular-nums', color: warn ? 'warning.dark' : 'text.secondary' }}
      >
        {value}
      </Typography>
    </>
  )
}
