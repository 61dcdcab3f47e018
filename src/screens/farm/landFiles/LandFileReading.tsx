import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LAND_TYPES, NURTURE_KINDS } from '#contract/farm/land'
import { LAND_DATUMS, type LandFileReport, SAME_NAMES } from '#contract/farm/landFile'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { LandReading } from './useLandFile.ts'

/** How the file is read: in which grid, by which names, and what new plots are. */
export function LandFileReading({
  report,
  reading,
  onChange,
}: {
  report: LandFileReport
  reading: LandReading
  onChange: (change: Partial<LandReading>) => void
}) {
  const { t } = useTranslation()
  const ids = useId()
  const { said, nameFields, nameOf } = report
  return (
    <Stack sx={{ gap: 2 }}>
      <FormControl required error={reading.datum === null} component="fieldset">
        <FormLabel id={`${ids}datum`} component="legend">
          {t('farm:landFile.datum')}
        </FormLabel>
        <RadioGroup
          aria-labelledby={`${ids}datum`}
          aria-describedby={`${ids}said`}
          value={reading.datum ?? ''}
          onChange={(_, value) => onChange({ datum: LAND_DATUMS.find((one) => one === value)! })}
        >
          {LAND_DATUMS.map((datum) => (
            <FormControlLabel key={datum} value={datum} control={<Radio size="small" />} label={t(`farm:landFile.datums.${datum}`)} />
          ))}
        </RadioGroup>
        <FormHelperText id={`${ids}said`} sx={{ mx: 0, overflowWrap: 'anywhere' }}>
          {said === null ? t('farm:landFile.unsaid') : t('farm:landFile.said', { said })}
        </FormHelperText>
        <FormControlLabel
          control={<Checkbox size="small" checked={reading.swapped} onChange={(_, swapped) => onChange({ swapped })} />}
          label={t('farm:landFile.swapped')}
        />
      </FormControl>
      <Stack sx={{ gap: 2, display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))' }}>
        {nameFields.length > 0 && (
          <SelectField
            size="small"
            label={t('farm:landFile.nameOf')}
            value={nameOf}
            words={nameFields.map((name) => [name, name] as const)}
            onChange={(name: string) => onChange({ nameOf: name })}
          />
        )}
        <SelectField
          size="small"
          label={t('farm:landFile.sameName')}
          value={reading.sameName}
          words={SAME_NAMES.map((one) => [one, t(`farm:landFile.sameNames.${one}`)] as const)}
          onChange={(sameName: (typeof SAME_NAMES)[number]) => onChange({ sameName })}
        />
        <SelectField
          size="small"
          label={t('farm:landFile.landType')}
          value={reading.landType}
          words={LAND_TYPES.map((one) => [one, t(`farm:land.choices.landType.${one}`)] as const)}
          onChange={(landType: (typeof LAND_TYPES)[number]) => onChange({ landType })}
        />
        {reading.landType === 'nurture' && (
          <SelectField
            size="small"
            label={t('farm:land.fields.nurtureKind')}
            value={reading.nurtureKind}
            words={NURTURE_KINDS.map((one) => [one, t(`farm:land.choices.nurtureKind.${one}`)] as const)}
            onChange={(nurtureKind: (typeof NURTURE_KINDS)[number]) => onChange({ nurtureKind })}
          />
        )}
      </Stack>
    </Stack>
  )
}
