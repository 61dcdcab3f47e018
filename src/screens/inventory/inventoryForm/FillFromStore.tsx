import PlaylistAddIcon from '@mui/icons-material/PlaylistAddOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MAX_LINES } from '#contract/core/document'
import { inventoryForm, stocktakingCalls } from '#contract/inventory/inventoryForm'
import { call, isFailure } from '#src/api/call.ts'
import { type Draft, isBlankLine, lineWith } from '#src/documents/draft.ts'
import type { Titles } from '#src/documents/titles.ts'
import { toast } from '#src/ui/toast.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

const MORE_SHOWN_MS = 15_000
const keyOf = ({ productId, lotNo }: Readonly<Record<string, unknown>>) => JSON.stringify([productId, lotNo || null])

/** Adds a line for each place of the chosen store that is to be counted and has none, as far as a document holds lines. */
export function FillFromStore({ form, titles }: { form: UseFormReturn<Draft>; titles: Titles }) {
  const { t } = useTranslation()
  const storeId: unknown = useWatch({ control: form.control, name: 'storeId' })
  const [busy, setBusy] = useState(false)
  const fill = async () => {
    if (typeof storeId !== 'number') return
    setBusy(true)
    const answer = await call(stocktakingCalls.sheet, { query: { storeId } }, { quiet: true })
    setBusy(false)
    if (isFailure(answer)) return toast('error', reasonOf(answer))
    const lines = form.getValues('lines').filter((line) => !isBlankLine(inventoryForm, line))
    const known = new Set(lines.map(keyOf))
    const open = answer.lines.filter((one) => !known.has(keyOf(one)))
    const missing = open.slice(0, MAX_LINES - lines.length)
    const left = answer.left + open.length - missing.length
    if (missing.length === 0 && left === 0)
      return toast('info', t(answer.elsewhere > 0 ? 'inventory:inventory_form.fillElsewhere' : 'inventory:inventory_form.fillNone'))
    for (const one of missing) titles.learn(inventoryForm.line.productId, one.productId, one.productName)
    form.setValue('lines', [...lines, ...missing.map(({ productId, lotNo }) => lineWith(inventoryForm, { productId, lotNo }))], {
      shouldDirty: true,
    })
    // It asks for another document: it stays until that is read.
    if (left > 0) toast('warning', t('inventory:inventory_form.filledMore', { added: missing.length, count: left }), MORE_SHOWN_MS)
    else toast('success', t('inventory:inventory_form.filled', { count: missing.length }))
  }
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', pb: 1.5 }}>
      <Button
        variant="outlined"
        startIcon={<PlaylistAddIcon />}
        loading={busy}
        disabled={typeof storeId !== 'number'}
        onClick={() => void fill()}
      >
        {t('inventory:inventory_form.fill')}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(typeof storeId === 'number' ? 'inventory:inventory_form.fillHint' : 'inventory:inventory_form.fillFirst')}
      </Typography>
    </Stack>
  )
}
