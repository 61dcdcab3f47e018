import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Position } from '#contract/core/values'
import { muOf } from '#contract/farm/landMeasure'
import { fieldKinds, type InputProps } from '#src/crud/fieldKinds.tsx'

const Amount = fieldKinds.decimal.Input

/** A plot's area follows its outline until somebody corrects it; then it stays as it was written. */
export function MeasureInput(props: InputProps) {
  const { t } = useTranslation()
  const outline = useWatch<{ landProfile: Position[] | null }>({ name: 'landProfile' }) as Position[] | null
  const measured = muOf(outline)
  const { value, onChange } = props
  const before = useRef(measured)
  useEffect(() => {
    const wasMeasured = value == null || value === before.current
    if (measured !== before.current && wasMeasured) onChange(measured)
    before.current = measured
  }, [measured, value, onChange])
  const label = measured === null || measured === value ? props.label : t('farm:land.measured', { label: props.label, mu: measured })
  return <Amount {...props} label={label} />
}
