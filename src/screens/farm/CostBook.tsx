import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#contract/farm/batch'
import { batchCost, batchCostCalls } from '#contract/farm/batchCost'
import { COSTS } from '#contract/farm/costCodes'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { moneyText } from '#src/ui/money.ts'
import { BookSection } from './BookSection.tsx'
import { CostFigures } from './CostFigures.tsx'
import { useBook } from './useBook.ts'

const LAYOUT = [['spentOn', 'costKind'], ['what'], ['amount']]

/** What a batch cost, for who may see that: the sum as the server has it, what of it nobody knows, and what was typed as spent. */
export function CostBook({ record }: { record: Batch }) {
  return usePermission(COSTS) === true ? <Costs record={record} /> : null
}

function Costs({ record }: { record: Batch }) {
  const { t, i18n } = useTranslation()
  const { batchId } = record
  const read = useCall(batchCostCalls.page, { query: { batchId } }, { staleTime: 0 })
  const { mayWrite, reread } = useBook(record, [batchCostCalls.page])
  const money = (amount: string) => moneyText(amount, i18n.language)

  return (
    <BookSection
      name="batchCost"
      owner={{ batchId }}
      read={read}
      calls={batchCostCalls}
      mayWrite={mayWrite}
      onChanged={reread}
      summary={
        read.data && (
          <>
            <CostFigures of={read.data.sum} />
            {!read.data.sum.complete && (
              <Alert severity="warning" sx={{ py: 0 }}>
                {t('farm:batchCost.incomplete')}
              </Alert>
            )}
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('farm:batchCost.lead')}
            </Typography>
          </>
        )
      }
      row={({ spentOn, what, costKind, amount }) => (
        <>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {`${what} · ${money(amount)}`}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {`${spentOn} · ${t(`farm:batchCost.choices.costKind.${costKind}`)}`}
          </Typography>
        </>
      )}
      called={({ what }) => ({ what })}
      form={() => ({ of: batchCost, initial: { spentOn: read.data?.today }, layout: LAYOUT })}
    />
  )
}
