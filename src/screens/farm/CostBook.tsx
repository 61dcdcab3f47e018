import Alert from '@mui/material/Alert'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Batch } from '#contract/farm/batch'
import { type BatchCost, batchCost, batchCostCalls } from '#contract/farm/batchCost'
import { COSTS } from '#contract/farm/costCodes'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { moneyText } from '#src/ui/money.ts'
import { toast } from '#src/ui/toast.ts'
import { BookForm } from './BookForm.tsx'
import { BookSection } from './BookSection.tsx'
import { CostFigures } from './CostFigures.tsx'
import { useBook } from './useBook.ts'

/** What a batch cost, for who may see that: the sum as the server has it, what of it nobody knows, and what was typed as spent. */
export function CostBook({ record }: { record: Batch }) {
  return usePermission(COSTS) === true ? <Costs record={record} /> : null
}

function Costs({ record }: { record: Batch }) {
  const { t, i18n } = useTranslation()
  const { batchId } = record
  const read = useCall(batchCostCalls.page, { query: { batchId } }, { staleTime: 0 })
  const { mayWrite, edited, edit, reread, mayRemove } = useBook<BatchCost>(record, [batchCostCalls.page])
  const money = (amount: string) => moneyText(amount, i18n.language)

  const remove = async ({ id, objectVersionNumber, what }: BatchCost) => {
    if (!(await mayRemove(t('farm:batchCost.removeTitle', { what })))) return
    if (!isFailure(await call(batchCostCalls.remove, { body: { id, objectVersionNumber } }))) toast('success', t('farm:batchCost.removed'))
    reread()
  }
  return (
    <>
      <BookSection
        title={t('farm:batchCost.title')}
        add={mayWrite ? t('farm:batchCost.add') : undefined}
        onAdd={() => edit('new')}
        none={t('farm:batchCost.none')}
        read={read}
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
        edit={(one) => (mayWrite ? { label: t('farm:batchCost.editOne', { what: one.what }), run: () => edit(one) } : null)}
        remove={(one) => (mayWrite ? { label: t('farm:batchCost.removeOne', { what: one.what }), run: () => void remove(one) } : null)}
      />
      {edited !== null && (
        <CostForm
          batchId={batchId}
          today={read.data?.today}
          row={edited === 'new' ? null : edited}
          onClose={() => edit(null)}
          onSaved={() => {
            edit(null)
            reread()
          }}
        />
      )}
    </>
  )
}

function CostForm(props: {
  batchId: number
  /** In the zone of the tenant. */
  today: string | undefined
  row: BatchCost | null
  onClose: () => void
  onSaved: () => void
}) {
  const { batchId, today, row, onClose, onSaved } = props
  const { t } = useTranslation()
  return (
    <BookForm
      of={batchCost}
      row={row}
      initial={{ spentOn: today }}
      title={t(row ? 'farm:batchCost.edit' : 'farm:batchCost.add')}
      saved={t('farm:batchCost.saved')}
      layout={[['spentOn', 'costKind'], ['what'], ['amount']]}
      save={(values) => {
        const seen = { id: row?.id ?? null, objectVersionNumber: row?.objectVersionNumber ?? null }
        return call(batchCostCalls.save, { body: { ...values, ...seen, batchId } as never }, { quiet: true })
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
