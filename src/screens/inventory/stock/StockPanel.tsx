import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stockCalls, type StockRow } from '#contract/inventory/stock'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { Amount, Money } from './Amount.tsx'
import { EntryRows } from './EntryRows.tsx'
import { Expiry } from './Expiry.tsx'
import { LevelMark } from './LevelMark.tsx'
import { LotRows } from './LotRows.tsx'
import { PromisedRows } from './PromisedRows.tsx'
import { StockCurve } from './StockCurve.tsx'
import { StockDrawer } from './StockDrawer.tsx'
import type { Opened, StockPart, StockPlace } from './stockAddress.ts'

/** A figure; with `onOpen` a button that opens the rows that it is made of. */
export function Figure({
  label,
  chosen = false,
  onOpen,
  children,
}: {
  label: string
  /** Its rows are open. */
  chosen?: boolean
  onOpen?: (() => void) | undefined
  children: ReactNode
}) {
  const words = (
    <>
      <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
        {label}
      </Typography>
      <Typography component="div" sx={{ fontSize: 18, fontWeight: 600, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  )
  const look = {
    p: 1.25,
    borderRadius: 1,
    border: 1,
    textAlign: 'left',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'flex-start',
    width: '100%',
  } as const
  if (onOpen === undefined) return <Box sx={{ ...look, borderColor: 'transparent' }}>{words}</Box>
  return (
    <ButtonBase
      aria-pressed={chosen}
      onClick={onOpen}
      sx={{ ...look, borderColor: chosen ? 'primary.main' : 'divider', bgcolor: chosen ? 'action.selected' : 'transparent' }}
    >
      {words}
    </ButtonBase>
  )
}

/** A product in a store: its figures, each opening what it is made of down to the documents, and how it went. */
export function StockPanel({
  of,
  asOf,
  onPart,
  onClose,
}: {
  of: Opened
  asOf: number | undefined
  onPart: (part: StockPart) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { productId, storeId } = of
  const query = useCall(
    stockCalls.page,
    { query: { page: 1, size: 1, productId, storeId, ...(asOf === undefined ? {} : { asOf }) } },
    { staleTime: 0 },
  )
  const row = query.data?.content[0]
  // What was promised then is not known: its rows are not offered.
  const part = asOf !== undefined && of.part === 'promised' ? 'entries' : of.part
  return (
    <StockDrawer
      title={row ? row.productName : t('inventory:stock.title')}
      below={row && [row.storeName, row.areaName, row.productCode, row.specification].filter(Boolean).join(' · ')}
      note={asOf === undefined ? undefined : t('inventory:stock.asOf', { moment: momentText(asOf) })}
      onClose={onClose}
    >
      <ListGate compact query={query} rows={4}>
        {() =>
          !row ? (
            <EmptyState compact variant="noData" title={t('inventory:stock.gone')} />
          ) : (
            <>
              <StockFigures row={row} part={part} asOf={asOf} onPart={onPart} />
              {part === 'entries' && asOf === undefined && <StockCurve of={row} />}
              <StockPartRows part={part} row={row} asOf={asOf} />
            </>
          )
        }
      </ListGate>
    </StockDrawer>
  )
}

/** The rows that a figure is made of, under their name. */
export function StockPartRows({ part, row, asOf }: { part: StockPart; row: StockPlace; asOf: number | undefined }) {
  const { t } = useTranslation()
  return (
    <Box component="section" aria-label={t(`inventory:stock.part.${part}`)}>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {t(`inventory:stock.part.${part}`)}
      </Typography>
      {part === 'lots' ? (
        <LotRows row={row} asOf={asOf} />
      ) : part === 'promised' ? (
        <PromisedRows row={row} />
      ) : (
        <EntryRows key={part} row={row} transit={part === 'transit'} asOf={asOf} />
      )}
    </Box>
  )
}

/** The figures of a row, each opening the rows that it is made of. */
export function StockFigures({
  row,
  part,
  asOf,
  onPart,
}: {
  row: StockRow
  part: StockPart
  asOf: number | undefined
  onPart: (part: StockPart) => void
}) {
  const { t } = useTranslation()
  const { unitName: unit } = row
  const opens = (name: StockPart) => ({ chosen: part === name, onOpen: () => onPart(name) })
  const label = (name: 'onHand' | 'reserved' | 'available' | 'transit' | 'value' | 'unitCost' | 'expiresOn' | 'level') =>
    t(`inventory:stock.fields.${name}`)
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 100%), 1fr))' }}>
      <Figure label={label('onHand')} {...opens('entries')}>
        <Amount of={row.onHand} unit={unit} />
      </Figure>
      {row.reserved !== null && (
        <Figure label={label('reserved')} {...opens('promised')}>
          <Amount of={row.reserved} unit={unit} />
        </Figure>
      )}
      <Figure label={label('transit')} {...opens('transit')}>
        <Amount of={row.transit} unit={unit} />
      </Figure>
      <Figure label={label('expiresOn')} {...opens('lots')}>
        <Expiry day={row.expiresOn} at={asOf} />
      </Figure>
      {row.available !== null && (
        <Figure label={label('available')} {...opens('promised')}>
          <Amount of={row.available} unit={unit} />
        </Figure>
      )}
      <Figure label={label('value')} {...opens('entries')}>
        <Money of={row.value} />
      </Figure>
      {row.unitCost !== null && (
        <Figure label={label('unitCost')}>
          <Money of={row.unitCost} digits={6} />
        </Figure>
      )}
      <Figure label={label('level')}>
        <LevelMark level={row.level} />
      </Figure>
    </Box>
  )
}
