import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type ActivityMaterial, activity } from '#contract/farm/activity'
import { reference } from '#contract/core/field'
import { useCall } from '#src/api/useCall.ts'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { LinesBox } from './LinesBox.tsx'
import { useFormLines } from './useFormLines.ts'

type Line = Partial<Pick<ActivityMaterial, 'productName' | 'unit' | 'issueCode'>> & {
  readonly productId: number | null
  readonly quantity: string
  readonly issueId: number | null
}
const PRODUCT = reference('product')
export const AGRICULTURAL = { productType: 'agricultural' }

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
        const { productId, productName, quantity, issueId, issueCode, unit } = lines[at]!
        const offered = (issues.data ?? []).filter((one) => one.productId === productId)
        const known = offered.some((one) => one.issueId === issueId)
        return (
          <>
            <ReferenceInput
              name={`materials.${at}.productId`}
              label={t('farm:activity.product', { row: at + 1 })}
              field={PRODUCT}
              value={productId}
              options={productId !== null && productName !== undefined ? [{ value: productId, label: productName }] : []}
              fault={undefined}
              disabled={disabled}
              inLine={{ called: t('farm:activity.product', { row: at + 1 }), labelled: true }}
              only={AGRICULTURAL}
              onBlur={onBlur}
              onChange={(next, called) => {
                if (next === productId) return
                const known = called === undefined ? {} : { productName: called }
                put(at, { productId: next as number | null, issueId: null, unit: '', ...known })
              }}
            />
            <TextField
              label={t('farm:activity.quantity', { row: at + 1 })}
              value={quantity}
              disabled={disabled}
              onBlur={onBlur}
              onChange={({ target }) => put(at, { quantity: target.value.normalize('NFKC').trim() })}
              slotProps={{
                htmlInput: { inputMode: 'decimal', maxLength: 20 },
                input: {
                  endAdornment: (
                    <InputAdornment position="end">{offered[0]?.unit ?? (unit || t('farm:activity.stockUnit'))}</InputAdornment>
                  ),
                },
              }}
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
