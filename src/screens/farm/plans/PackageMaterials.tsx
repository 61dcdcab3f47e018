import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { halfWidth } from '#contract/core/halfWidth'
import { neededReference } from '#contract/core/field'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { LinesBox } from '../LinesBox.tsx'
import { AGRICULTURAL } from '../UsedMaterial.tsx'
import type { FaultAt, TypedMaterial } from './typed.ts'

const PRODUCT = neededReference('product')

/** What a task of a package uses: of each mu that is planted, or in all. */
export function PackageMaterials(props: {
  materials: readonly TypedMaterial[]
  place: string
  faultAt: FaultAt
  onChange: (materials: readonly TypedMaterial[]) => void
}) {
  const { materials, place, faultAt, onChange } = props
  const { t } = useTranslation()
  const put = (at: number, given: Partial<TypedMaterial>) =>
    onChange(materials.map((line, nth) => (nth === at ? { ...line, ...given } : line)))
  return (
    <LinesBox
      label={t('farm:planPackage.materials')}
      fault={faultAt('materials')}
      count={materials.length}
      onAdd={() => onChange([...materials, { productId: null, quantity: '', perMu: 1 }])}
      onRemove={(at) => onChange(materials.toSpliced(at, 1))}
    >
      {(at) => {
        const { productId, productName, quantity, perMu, unit } = materials[at]!
        const row = at + 1
        const wrong = faultAt(`materials.${at}.quantity`)
        return (
          <>
            <ReferenceInput
              name={`subplans.${place}.materials.${at}.productId`}
              label={t('farm:planPackage.material.product', { row })}
              field={PRODUCT}
              value={productId}
              options={productId !== null && productName ? [{ value: productId, label: productName }] : []}
              fault={faultAt(`materials.${at}.productId`)}
              disabled={false}
              only={AGRICULTURAL}
              onBlur={() => undefined}
              onChange={(next, called) => put(at, { productId: next as number | null, productName: called ?? '', unit: '' })}
            />
            <TextField
              required
              label={t('farm:planPackage.material.quantity', { row })}
              value={quantity}
              onChange={({ target }) => put(at, { quantity: halfWidth(target.value).trim() })}
              error={wrong !== undefined}
              helperText={wrong}
              slotProps={{
                htmlInput: { inputMode: 'decimal', maxLength: 20 },
                input: { endAdornment: <InputAdornment position="end">{unit || t('farm:planPackage.material.unit')}</InputAdornment> },
              }}
            />
            <SelectField
              label={t('farm:planPackage.material.per', { row })}
              value={perMu}
              words={[
                [1, t('farm:planPackage.material.perMu')],
                [0, t('farm:planPackage.material.inAll')],
              ]}
              onChange={(perMu) => put(at, { perMu })}
            />
          </>
        )
      }}
    </LinesBox>
  )
}
