import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { neededReference } from '#contract/core/field'
import type { TaskMaterial } from '#contract/farm/taskMaterial'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { LinesBox } from '../LinesBox.tsx'
import { useFormLines } from '../useFormLines.ts'

type Line = Partial<Pick<TaskMaterial, 'productName' | 'unit'>> & { readonly productId: number | null; readonly quantity: string }
const PRODUCT = neededReference('product')
const AGRICULTURAL = { productType: 'agricultural' }

/** What a task uses. */
export function TaskMaterialsCell({ value }: { value: unknown }) {
  const { t, i18n } = useTranslation()
  const lines = (value ?? []) as readonly TaskMaterial[]
  if (lines.length === 0) return t('crud:none')
  return lines
    .map(({ productName: name, quantity, unit }) =>
      t('farm:taskStock.used', { name, quantity: decimalText(quantity, i18n.language), unit }),
    )
    .join(t('farm:land.and'))
}

/** What a task uses, and how much of it. */
export function TaskMaterialsInput({ label, value, fault, onChange, onBlur, disabled }: InputProps) {
  const { t } = useTranslation()
  const { lines, add, put, remove } = useFormLines<Line>(value, onChange)
  return (
    <LinesBox label={label} fault={fault} count={lines.length} onAdd={() => add({ productId: null, quantity: '' })} onRemove={remove}>
      {(at) => {
        const { productId, productName, quantity, unit } = lines[at]!
        return (
          <>
            <ReferenceInput
              name={`materials.${at}.productId`}
              label={t('farm:taskStock.product', { row: at + 1 })}
              field={PRODUCT}
              value={productId}
              options={productId !== null && productName ? [{ value: productId, label: productName }] : []}
              fault={undefined}
              disabled={disabled}
              inLine={{ called: t('farm:taskStock.product', { row: at + 1 }), labelled: true }}
              only={AGRICULTURAL}
              onBlur={onBlur}
              onChange={(next, called) => {
                if (next === productId) return
                put(at, { productId: next as number | null, unit: '', ...(called === undefined ? {} : { productName: called }) })
              }}
            />
            <TextField
              required
              label={t('farm:taskStock.quantity', { row: at + 1 })}
              value={quantity}
              disabled={disabled}
              onBlur={onBlur}
              onChange={({ target }) => put(at, { quantity: target.value.normalize('NFKC').trim() })}
              slotProps={{
                htmlInput: { inputMode: 'decimal', maxLength: 20 },
                input: { endAdornment: <InputAdornment position="end">{unit || t('farm:taskStock.unit')}</InputAdornment> },
              }}
            />
          </>
        )
      }}
    </LinesBox>
  )
}
