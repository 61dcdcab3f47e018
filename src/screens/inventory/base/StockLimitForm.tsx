import Typography from '@mui/material/Typography'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type StockLimit, stockLimit, stockLimitCalls } from '#contract/inventory/stockLimit'
import { call } from '#src/api/call.ts'
import { ResourceForm } from '#src/crud/ResourceForm.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

const WIDTH = 560

/** Sets the limits of a product in a store; those that stand keep their product. */
export function StockLimitForm(props: { storeId: number; limit: StockLimit | null; onClose: () => void; onSaved: () => void }) {
  const { storeId, limit, onClose, onSaved } = props
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const options = useMemo(() => (limit ? { productId: [{ value: limit.productId, label: limit.productName }] } : {}), [limit])
  const title = limit ? t('inventory:stockLimit.edit', { product: limit.productName }) : t('inventory:stockLimit.add')
  return (
    <Modal open keepOpen onClose={() => guard.leave(onClose)} width={WIDTH} title={title}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('inventory:stockLimit.inStockUnit')}
      </Typography>
      <ResourceForm
        of={stockLimit}
        id={limit?.stockLimitId ?? null}
        guard={guard}
        {...(limit && { initial: limit, fixed: ['productId'] as const })}
        layout={[['productId'], ['minQuantity', 'maxQuantity']]}
        options={options}
        onCancel={onClose}
        save={(values) => {
          const objectVersionNumber = limit?.objectVersionNumber ?? null
          return call(stockLimitCalls.save, { body: { ...values, storeId, objectVersionNumber } }, { quiet: true })
        }}
        onSaved={() => {
          toast('success', t('inventory:stockLimit.saved'))
          onSaved()
        }}
      />
    </Modal>
  )
}
