import { useTranslation } from 'react-i18next'
import type { TaskMaterial } from '#contract/farm/taskMaterial'
import type { InputProps } from '#src/crud/fieldKinds.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { LinesBox } from '../LinesBox.tsx'
import { UsedMaterial } from '../UsedMaterial.tsx'
import { useFormLines } from '../useFormLines.ts'

type Line = Partial<Pick<TaskMaterial, 'productName' | 'unit'>> & { readonly productId: number | null; readonly quantity: string }

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
        const line = lines[at]!
        const row = at + 1
        return (
          <UsedMaterial
            at={at}
            required
            labels={{ product: t('farm:taskStock.product', { row }), quantity: t('farm:taskStock.quantity', { row }) }}
            line={line}
            unit={line.unit || t('farm:taskStock.unit')}
            disabled={disabled}
            onBlur={onBlur}
            onProduct={(productId, called) => put(at, { productId, unit: '', ...called })}
            onQuantity={(quantity) => put(at, { quantity })}
          />
        )
      }}
    </LinesBox>
  )
}
