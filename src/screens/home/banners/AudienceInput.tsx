import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { banner, MOST_AUDIENCE } from '#contract/home/banner'
import { useCall } from '#src/api/useCall.ts'
import type { InputProps } from '#src/crud/fieldKinds.tsx'

/** The roles that a banner is shown to; none stands for everybody. */
export function AudienceInput({ name, value, onChange, onBlur, fault, disabled }: InputProps) {
  const { t } = useTranslation()
  const roles = useCall(banner.actions.audience).data ?? []
  const chosen = (value ?? []) as number[]
  const nameOf = (id: number) => roles.find(({ roleId }) => roleId === id)?.roleName ?? t('home:banner.gone')
  return (
    <Autocomplete
      multiple
      size="small"
      disabled={disabled}
      options={roles.map(({ roleId }) => roleId)}
      value={chosen}
      getOptionLabel={nameOf}
      getOptionDisabled={() => chosen.length >= MOST_AUDIENCE}
      noOptionsText={t('frame:empty.pageNoSearch')}
      onChange={(_, ids) => onChange(ids)}
      onBlur={onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={t('home:banner.audience')}
          error={fault !== undefined}
          helperText={fault ?? t('home:banner.audienceHint')}
        />
      )}
    />
  )
}
