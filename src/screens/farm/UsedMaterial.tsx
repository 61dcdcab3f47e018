import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { halfWidth } from '#contract/core/halfWidth'
import { neededReference, reference } from '#contract/core/field'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'

export const AGRICULTURAL = { productType: 'agricultural' }
const [OPTIONAL, NEEDED] = [reference('product'), neededReference('product')]

/** What is used and how much of it: the boxes with which a line of `materials` begins. */
export function UsedMaterial(
  props: Pick<InputProps, 'disabled' | 'onBlur'> & {
    at: number
    labels: { readonly product: string; readonly quantity: string }
    line: { readonly productId: number | null; readonly productName?: string; readonly quantity: string }
    unit: string
    required?: boolean
    /** Another product was chosen, by its name where that is known. */
    onProduct: (productId: number | null, called: { readonly productName?: string }) => void
    onQuantity: (quantity: string) => void
  },
) {
  const { at, labels, line, unit, required = false, disabled, onBlur, onProduct, onQuantity } = props
  const { productId, productName, quantity } = line
  return (
    <>
      <ReferenceInput
        name={`materials.${at}.productId`}
        label={labels.product}
        field={required ? NEEDED : OPTIONAL}
        value={productId}
        options={productId !== null && productName ? [{ value: productId, label: productName }] : []}
        fault={undefined}
        disabled={disabled}
        inLine={{ called: labels.product, labelled: true }}
        only={AGRICULTURAL}
        onBlur={onBlur}
        onChange={(next, called) => {
          if (next !== productId) onProduct(next as number | null, called === undefined ? {} : { productName: called })
        }}
      />
      <TextField
        required={required}
        label={labels.quantity}
        value={quantity}
        disabled={disabled}
        onBlur={onBlur}
        onChange={({ target }) => onQuantity(halfWidth(target.value).trim())}
        slotProps={{
          htmlInput: { inputMode: 'decimal', maxLength: 20 },
          input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
        }}
      />
    </>
  )
}
