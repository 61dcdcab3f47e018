import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type ActivityMaterial, activity } from '#contract/farm/activity'
import { useCall } from '#src/api/useCall.ts'
import type { InputProps } from '#src/crud/fieldKinds.tsx'
import { LinesBox } from './LinesBox.tsx'
import { UsedMaterial } from './UsedMaterial.tsx'
import { useFormLines } from './useFormLines.ts'

type Line = Partial<Pick<ActivityMaterial, 'productName' | 'unit' | 'issueCode'>> & {
  readonly productId: number | null
  readonly quantity: string
  readonly issueId: number | null
}

/** What was used, how much, and of which issue to the plot it came. */
export function MaterialsInput({ label, value, fault, onChange, onBlur, disabled }: InputProps) {
  const { t } = useTranslation()
  const { control } = useFormContext()
  const [landId, activityId] = useWatch({ control, name: ['landId', 'activityId'] }) as [number | null, number | undefined]
  const issues = useCall(
    activity.actions.issues,
    { query: { landId: landId ?? 0, ...(activityId === undefined ? {} : { activityId }) } },
    { enabled: landId !== null, staleTime: 0 },
  )
  const { lines, add, put, remove } = useFormLines<Line>(value, onChange)
  return (
    <LinesBox
      label={label}
      fault={fault}
      count={lines.length}
      onAdd={() => add({ productId: null, quantity: '', issueId: null })}
      onRemove={remove}
    >
      {(at) => {
        const line = lines[at]!
        const { productId, issueId, issueCode } = line
        const offered = (issues.data ?? []).filter((one) => one.productId === productId)
        const known = offered.some((one) => one.issueId === issueId)
        return (
          <>
            <UsedMaterial
              at={at}
              labels={{ product: t('farm:activity.product', { row: at + 1 }), quantity: t('farm:activity.quantity', { row: at + 1 }) }}
              line={line}
              unit={offered[0]?.unit ?? (line.unit || t('farm:activity.stockUnit'))}
              disabled={disabled}
              onBlur={onBlur}
              onProduct={(next, called) => put(at, { productId: next, issueId: null, unit: '', ...called })}
              onQuantity={(quantity) => put(at, { quantity })}
            />
            <TextField
              select
              label={t('farm:activity.issue', { row: at + 1 })}
              value={issueId ?? ''}
              disabled={disabled || (offered.length === 0 && issueId === null)}
              onBlur={onBlur}
              onChange={({ target }) => put(at, { issueId: target.value === '' ? null : Number(target.value) })}
              slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
            >
              <MenuItem value="">{t('farm:activity.noIssue')}</MenuItem>
              {!known && issueId !== null && <MenuItem value={issueId}>{issueCode ?? issueId}</MenuItem>}
              {offered.map((one) => (
                <MenuItem key={one.issueId} value={one.issueId}>
                  {t('farm:activity.issueLeft', { code: one.issueCode, left: one.left, unit: one.unit })}
                </MenuItem>
              ))}
            </TextField>
          </>
        )
      }}
    </LinesBox>
  )
}
