import { useQueryClient } from '@tanstack/react-query'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type StockLimit, stockLimitCalls } from '#contract/inventory/stockLimit'
import { store } from '#contract/inventory/store'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { toast } from '#src/ui/toast.ts'
import { StockLimitForm } from './StockLimitForm.tsx'

/** The least and the most of each product that a store should hold. */
export function StockLimits({ storeId }: { storeId: number }) {
  const { t, i18n } = useTranslation()
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const mayEdit = usePermission(store.codes.edit) === true
  const limits = useCall(stockLimitCalls.page, { query: { storeId, size: 0 } })
  const [edited, setEdited] = useState<StockLimit | 'new' | null>(null)
  const reread = () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(stockLimitCalls.page) })

  const remove = async ({ stockLimitId, objectVersionNumber, productName: product }: StockLimit) => {
    const [title, text] = [t('inventory:stockLimit.removeTitle', { product }), t('inventory:stockLimit.removeText')]
    if (!(await confirm({ title, text, confirm: t('crud:delete'), color: 'error' }))) return
    if (!isFailure(await call(stockLimitCalls.remove, { body: { stockLimitId, objectVersionNumber } })))
      toast('success', t('inventory:stockLimit.removed'))
    reread()
  }
  const rangeOf = ({ minQuantity, maxQuantity, unit }: StockLimit) => {
    const [min, max] = [minQuantity ?? '', maxQuantity ?? ''].map((one) => one && decimalText(one, i18n.language))
    if (maxQuantity === null) return t('inventory:stockLimit.least', { min, unit })
    return minQuantity === null ? t('inventory:stockLimit.most', { max, unit }) : t('inventory:stockLimit.between', { min, max, unit })
  }
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', minHeight: 40 }}>
        <Typography variant="h3">{t('inventory:stockLimit.title')}</Typography>
        {mayEdit && (
          <Button startIcon={<AddIcon />} onClick={() => setEdited('new')}>
            {t('inventory:stockLimit.add')}
          </Button>
        )}
      </Stack>
      <ListGate
        compact
        query={limits}
        rows={2}
        height={28}
        none={<Typography sx={{ color: 'text.secondary' }}>{t('inventory:stockLimit.none')}</Typography>}
      >
        {({ content }) =>
          content.map((limit) => (
            <Stack key={limit.stockLimitId} direction="row" sx={{ alignItems: 'center', gap: 1, borderTop: 1, borderColor: 'divider' }}>
              <Stack sx={{ flex: 1, minWidth: 0, py: 0.5 }}>
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {limit.productName}
                </Typography>
                <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                  {rangeOf(limit)}
                </Typography>
              </Stack>
              {mayEdit && (
                <>
                  <IconButton aria-label={t('inventory:stockLimit.edit', { product: limit.productName })} onClick={() => setEdited(limit)}>
                    <EditIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    aria-label={t('inventory:stockLimit.remove', { product: limit.productName })}
                    onClick={() => void remove(limit)}
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                </>
              )}
            </Stack>
          ))
        }
      </ListGate>
      {edited !== null && (
        <StockLimitForm
          storeId={storeId}
          limit={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null)
            reread()
          }}
        />
      )}
    </Stack>
  )
}
