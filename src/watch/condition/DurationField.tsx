import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { Typed } from './conditionDraft.ts'

const UNITS = { hours: 3600, minutes: 60, seconds: 1 } as const
type Unit = keyof typeof UNITS
const NAMES = Object.keys(UNITS) as Unit[]

const fitting = (seconds: Typed): Unit =>
  typeof seconds === 'number' && seconds > 0 ? (NAMES.find((unit) => seconds % UNITS[unit] === 0) ?? 'seconds') : 'minutes'

/** A length of time, held in seconds and written in hours, minutes or seconds. */
export function DurationField({
  label,
  value,
  fault,
  hint,
  onChange,
}: {
  label: string
  value: Typed
  fault?: string | undefined
  hint?: string
  onChange: (seconds: Typed) => void
}) {
  const { t } = useTranslation()
  const [unit, setUnit] = useState(() => fitting(value))
  const size = UNITS[unit]
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', minWidth: 220 }}>
      <NumberField
        label={label}
        value={typeof value === 'number' ? value / size : value}
        error={fault !== undefined}
        helperText={fault ?? hint}
        onChange={(typed) => onChange(typeof typed === 'number' ? Math.round(typed * size) : typed)}
      />
      <SelectField
        value={unit}
        label={t('alarms:span.unit')}
        sx={{ width: 110, flexShrink: 0 }}
        words={NAMES.map((name) => [name, t(`alarms:span.name.${name}`)])}
        onChange={(next) => {
          setUnit(next)
          if (typeof value === 'number') onChange(Math.round((value / size) * UNITS[next]))
        }}
      />
    </Stack>
  )
}
