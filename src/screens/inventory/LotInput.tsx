import Autocomplete from '@mui/material/Autocomplete'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { holds } from '#contract/core/alike'
import { type LotOffer, stockCalls } from '#contract/inventory/stock'
import { useCall } from '#src/api/useCall.ts'
import type { LineInputProps } from '#src/documents/arrangement.ts'
import { longestOf } from '#src/documents/draft.ts'
import { exactQuantity } from '#src/ui/exactText.ts'

const NONE: readonly LotOffer[] = []

/**
 * The lot of goods that leave the store of the document's header: those that are there are offered, what expires first at the head; any other
 * is typed. Where none is named, the one that would be taken first stands in its place.
 */
export function LotInput({ value, field, label, fault, disabled, inLine, row, onChange, onBlur }: LineInputProps) {
  const { t, i18n } = useTranslation()
  const [storeId, productId, direction] = useWatch({
    name: ['storeId', `lines.${row}.productId`, 'direction'],
    exact: true,
    // Compared by what they are: a line that comes or goes elsewhere changes nothing here.
    compute: (values: readonly unknown[]) => values,
  })
  // What comes back in is of the lots with which it went.
  const asked = typeof storeId === 'number' && typeof productId === 'number' && direction !== 'in'
  const query = useCall(
    stockCalls.lotOffers,
    { query: { storeId: asked ? storeId : 0, productId: asked ? productId : 0 } },
    { enabled: asked },
  )
  const lots = (asked && query.data) || NONE
  const first = lots.find((lot) => lot.first)
  return (
    <Autocomplete
      freeSolo
      fullWidth
      disabled={disabled}
      options={lots}
      // What is typed narrows the list, what is chosen does not: the others are still there to be seen.
      filterOptions={(all, { inputValue }) =>
        all.some(({ lotNo }) => lotNo === inputValue) ? all : all.filter(({ lotNo }) => holds(inputValue, lotNo))
      }
      getOptionLabel={(lot) => (typeof lot === 'string' ? lot : lot.lotNo)}
      getOptionKey={(lot) => (typeof lot === 'string' ? lot : lot.lotNo)}
      isOptionEqualToValue={(lot, chosen) => lot.lotNo === (chosen as unknown as string)}
      value={null}
      inputValue={typeof value === 'string' ? value : ''}
      onInputChange={(_, typed, reason) => {
        if (reason === 'input' || reason === 'clear') onChange(typed)
      }}
      onChange={(_, picked) => {
        if (picked !== null) onChange(typeof picked === 'string' ? picked : picked.lotNo)
      }}
      renderOption={({ key, ...item }, lot) => (
        <li key={key} {...item}>
          <Stack sx={{ minWidth: 0 }}>
            <Typography variant="body2">
              {lot.lotNo}
              {lot.first && ` · ${t('inventory:lot.first')}`}
            </Typography>
            <Typography variant="caption" sx={{ color: lot.expired ? 'error.main' : 'text.secondary' }}>
              {[
                t('inventory:lot.onHand', { count: exactQuantity(lot.onHand, i18n.language) }),
                lot.free === lot.onHand ? null : t('inventory:lot.free', { count: exactQuantity(lot.free, i18n.language) }),
                lot.expiresOn === null ? null : t(lot.expired ? 'inventory:lot.expired' : 'inventory:lot.expires', { day: lot.expiresOn }),
              ]
                .filter((words) => words !== null)
                .join(' · ')}
            </Typography>
          </Stack>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          size="small"
          {...(inLine?.labelled === false ? { hiddenLabel: true } : { label })}
          onBlur={onBlur}
          error={fault !== undefined}
          helperText={fault}
          placeholder={first ? t('inventory:lot.proposed', { lot: first.lotNo }) : ''}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, maxLength: longestOf(field), 'aria-label': inLine?.called ?? label },
          }}
        />
      )}
    />
  )
}
