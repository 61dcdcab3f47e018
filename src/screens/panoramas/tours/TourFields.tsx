import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import { MAX_TOUR_BASES, MAX_TOUR_DESCRIPTION, MAX_TOUR_NAME, type TourFacts, type TourFaults } from '#machines/panoramas/work'
import { useCall } from '#src/api/useCall.ts'
import { ImageInput } from '#src/files/ImageInput.tsx'

/** VR-EDITOR-13: cover, name, description and bases of a tour. `known` names bases that the caller's list may not hold. */
export function TourFields({
  value,
  faults,
  onChange,
  known = [],
  disabled = false,
}: {
  value: TourFacts
  faults: TourFaults
  onChange: (facts: Partial<TourFacts>) => void
  known?: readonly { readonly areaId: number; readonly areaName: string }[]
  disabled?: boolean
}) {
  const { t } = useTranslation()
  const bases = useCall(areaCalls.page, { query: { page: 1, size: 0, organizationType: 'area' } }, { staleTime: 60_000 })
  const names = new Map([...known, ...(bases.data?.content ?? [])].map(({ areaId, areaName }) => [areaId, areaName]))
  const said = (key: keyof TourFacts) => {
    const fault = faults[key]
    return fault && t(`panoramas:fault.${fault}`)
  }
  return (
    <Stack spacing={2.5}>
      <ImageInput
        required
        label={t('panoramas:vr.cover')}
        value={value.vrCover === '' ? [] : [value.vrCover]}
        disabled={disabled}
        fault={said('vrCover')}
        onChange={([vrCover = '']) => onChange({ vrCover })}
      />
      <TextField
        required
        label={t('panoramas:vr.name')}
        value={value.vrName}
        disabled={disabled}
        error={faults.vrName !== undefined}
        helperText={said('vrName') ?? t('panoramas:count', { count: value.vrName.trim().length, max: MAX_TOUR_NAME })}
        slotProps={{ htmlInput: { maxLength: MAX_TOUR_NAME } }}
        onChange={({ target }) => onChange({ vrName: target.value })}
      />
      <TextField
        multiline
        minRows={3}
        label={t('panoramas:vr.description')}
        value={value.description}
        disabled={disabled}
        error={faults.description !== undefined}
        helperText={said('description') ?? t('panoramas:count', { count: value.description.trim().length, max: MAX_TOUR_DESCRIPTION })}
        slotProps={{ htmlInput: { maxLength: MAX_TOUR_DESCRIPTION } }}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Autocomplete
        multiple
        disableCloseOnSelect
        disabled={disabled}
        options={[...names.keys()]}
        value={[...value.areaId]}
        loading={bases.isPending}
        getOptionLabel={(areaId) => names.get(areaId) ?? t('panoramas:vr.otherBase')}
        getOptionDisabled={(areaId) => value.areaId.length >= MAX_TOUR_BASES && !value.areaId.includes(areaId)}
        onChange={(_, areaId) => onChange({ areaId })}
        renderValue={(chosen, tagOf) =>
          chosen.map((areaId, index) => {
            const { key, ...rest } = tagOf({ index })
            return <Chip key={key} size="small" label={names.get(areaId) ?? t('panoramas:vr.otherBase')} {...rest} />
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            required
            label={t('panoramas:vr.bases')}
            error={faults.areaId !== undefined}
            helperText={said('areaId') ?? t('panoramas:vr.mostBases', { max: MAX_TOUR_BASES })}
          />
        )}
      />
    </Stack>
  )
}
