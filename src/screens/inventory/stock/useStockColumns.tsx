import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { StockRow } from '#contract/inventory/stock'
import type { Column } from '#src/ui/ListTable.tsx'
import { Amount, Money } from './Amount.tsx'
import { Expiry } from './Expiry.tsx'
import { LevelMark } from './LevelMark.tsx'
import type { StockPart } from './stockAddress.ts'

const DECIMALS = 6

/** Code and specification stand below the name; in the hand the store as well, which has no column there. */
function ProductCell({ of }: { of: StockRow }) {
  const below = [of.productCode, of.specification].filter(Boolean).join(' · ')
  return (
    <Box sx={{ lineHeight: 1.35, minWidth: 0 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {of.productName}
      </Typography>
      {below !== '' && (
        <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block', overflowWrap: 'anywhere' }}>
          {below}
        </Typography>
      )}
      <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'block', md: 'none' } }}>
        {of.storeName}
      </Typography>
    </Box>
  )
}

/** The columns of the list, each figure of which opens its rows; of a moment of the past without those that nobody kept then. */
export function useStockColumns(asOf: number | undefined, open: (row: StockRow, part: StockPart) => void): Column<StockRow>[] {
  const { t } = useTranslation()
  const opens = (part: StockPart) => ({ open: (row: StockRow) => open(row, part) })
  const column = (name: keyof ReturnType<typeof words>, rest: Omit<Column<StockRow>, 'name' | 'label'>) => ({
    name,
    label: words()[name],
    ...rest,
  })
  const words = () => ({
    product: t('inventory:stock.fields.product'),
    store: t('inventory:stock.fields.store'),
    areaName: t('inventory:stock.fields.areaName'),
    onHand: t('inventory:stock.fields.onHand'),
    available: t('inventory:stock.fields.available'),
    reserved: t('inventory:stock.fields.reserved'),
    transit: t('inventory:stock.fields.transit'),
    value: t('inventory:stock.fields.value'),
    unitCost: t('inventory:stock.fields.unitCost'),
    level: t('inventory:stock.fields.level'),
    limits: t('inventory:stock.fields.limits'),
    expiresOn: t('inventory:stock.fields.expiresOn'),
  })
  const none = t('crud:none')
  const amount = (of: string | null, unit?: string) => (of === null ? none : <Amount of={of} {...(unit ? { unit } : {})} />)
  return [
    column('product', { grow: true, width: 190, cell: (row) => <ProductCell of={row} /> }),
    column('store', { width: 150, hidden: 'narrow', cell: ({ storeName }) => storeName }),
    column('areaName', { width: 140, hidden: 'always', cell: ({ areaName }) => areaName ?? none }),
    column('onHand', { width: 124, align: 'right', cell: ({ onHand, unitName }) => amount(onHand, unitName), ...opens('entries') }),
    ...(asOf === undefined
      ? [
          column('available', {
            width: 124,
            align: 'right' as const,
            hidden: 'narrow' as const,
            cell: ({ available, unitName }) => amount(available, unitName),
            ...opens('promised'),
          }),
          column('reserved', {
            width: 104,
            align: 'right' as const,
            hidden: 'middling' as const,
            cell: ({ reserved }) => amount(reserved),
            ...opens('promised'),
          }),
        ]
      : []),
    column('transit', { width: 104, align: 'right', hidden: 'middling', cell: ({ transit }) => amount(transit), ...opens('transit') }),
    column('value', { width: 132, align: 'right', hidden: 'narrow', cell: ({ value }) => <Money of={value} />, ...opens('entries') }),
    column('unitCost', {
      width: 132,
      align: 'right',
      hidden: 'always',
      cell: ({ unitCost }) => (unitCost === null ? none : <Money of={unitCost} digits={DECIMALS} />),
    }),
    column('level', { width: 124, cell: ({ level }) => <LevelMark level={level} /> }),
    column('limits', {
      width: 140,
      hidden: 'always',
      cell: ({ minQuantity, maxQuantity }) => (
        <>
          {amount(minQuantity)} – {amount(maxQuantity)}
        </>
      ),
    }),
    column('expiresOn', { width: 132, hidden: 'narrow', cell: ({ expiresOn }) => <Expiry day={expiresOn} at={asOf} />, ...opens('lots') }),
  ]
}
