import Autocomplete from '@mui/material/Autocomplete'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type AudienceOptions, managedNoticeCalls } from '#contract/notices/managedNotice'
import { MOST_NAMED, type NoticeAudience } from '#contract/notices/notice'
import { useCall } from '#src/api/useCall.ts'
import { optionFilter } from '#src/theme/typedText.ts'

interface Option {
  readonly id: number
  readonly name: string
  readonly depth?: number
}
/** More are found by typing. */
const filterOptions = optionFilter<Option>({ most: 100, textOf: ({ name }) => name })
const KINDS = [
  ['roles', 'roleIds'],
  ['units', 'unitIds'],
  ['bases', 'areaIds'],
  ['people', 'userIds'],
] as const satisfies readonly (readonly [keyof AudienceOptions, keyof NoticeAudience])[]

/** For whom an announcement is: everybody, or what is named; how many people that is now, stands below. */
export function AudienceInput({
  everybody,
  audience,
  reach,
  fault,
  onChange,
}: {
  everybody: boolean
  audience: NoticeAudience
  /** null where it is not known. */
  reach: number | null
  fault: string | undefined
  onChange: (change: { everybody?: boolean; audience?: NoticeAudience }) => void
}) {
  const { t } = useTranslation()
  const labelId = useId()
  const { data } = useCall(managedNoticeCalls.options, {})
  const isBound = data?.everybody === false
  const shown = KINDS.filter(([kind, input]) => !isBound || data[kind].length > 0 || audience[input].length > 0)
  return (
    <Stack sx={{ gap: 1 }}>
      <FormLabel id={labelId} error={fault !== undefined} sx={{ typography: 'body2' }}>
        {t('notices:manage.audience')}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        value={everybody ? 'everybody' : 'chosen'}
        onChange={(_, next) => onChange({ everybody: next === 'everybody' })}
      >
        <FormControlLabel value="everybody" control={<Radio />} disabled={isBound} label={t('notices:manage.everybody')} />
        <FormControlLabel value="chosen" control={<Radio />} label={t('notices:manage.chosen')} />
      </RadioGroup>
      {!everybody && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}>
          {shown.map(([kind, input]) => {
            const options: readonly Option[] = data?.[kind] ?? []
            return (
              <Autocomplete
                key={kind}
                multiple
                disableCloseOnSelect
                options={options}
                filterOptions={filterOptions}
                value={[
                  ...options.filter(({ id }) => audience[input].includes(id)),
                  // What somebody else named beyond one's own bases is seen, and can be taken out.
                  ...(isBound ? audience[input].filter((id) => !options.some((one) => one.id === id)) : []).map((id) => ({
                    id,
                    name: t('notices:manage.beyond'),
                  })),
                ]}
                getOptionKey={({ id }) => id}
                getOptionLabel={({ name }) => name}
                isOptionEqualToValue={(one, other) => one.id === other.id}
                noOptionsText={t('notices:manage.readers.none')}
                onChange={(_, next) => onChange({ audience: { ...audience, [input]: next.slice(0, MOST_NAMED).map(({ id }) => id) } })}
                renderOption={({ key, ...props }, { name, depth = 0 }) => (
                  <Box component="li" key={key} {...props} style={{ paddingInlineStart: 16 + depth * 16 }}>
                    {name}
                  </Box>
                )}
                renderInput={(params) => <TextField {...params} label={t(`notices:manage.kinds.${kind}`)} error={fault !== undefined} />}
              />
            )
          })}
        </Box>
      )}
      <FormHelperText error={fault !== undefined} component="output">
        {fault ??
          [
            ...(isBound && everybody ? [t('notices:manage.someBases')] : []),
            ...(reach === null ? [] : [reach === 0 ? t('notices:manage.reachNone') : t('notices:manage.reach', { count: reach })]),
            ...(everybody ? [] : [t('notices:manage.audienceHint')]),
          ].join(' · ')}
      </FormHelperText>
    </Stack>
  )
}
