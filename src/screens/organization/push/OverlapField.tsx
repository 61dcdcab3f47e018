import { useTranslation } from 'react-i18next'
import { OVERLAPS } from '#contract/organization/application'
import { SelectField } from '#src/ui/SelectField.tsx'

export type Overlap = (typeof OVERLAPS)[number]
export const USUAL_OVERLAP: Overlap = 24

/** For how long what is sent is signed with the secret before a new one too. */
export function OverlapField({ value, onChange }: { value: Overlap; onChange: (hours: Overlap) => void }) {
  const { t } = useTranslation()
  return (
    <SelectField
      fullWidth
      label={t('organization:application.overlap')}
      value={value}
      words={OVERLAPS.map((hours) => [
        hours,
        hours === 0 ? t('organization:dataPush.overlapNone') : t('organization:application.overlapHours', { count: hours }),
      ])}
      helperText={t('organization:dataPush.hints.overlap')}
      onChange={onChange}
    />
  )
}
