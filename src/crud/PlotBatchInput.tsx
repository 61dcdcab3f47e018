import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { landCalls } from '#contract/farm/land'
import { useCall } from '../api/useCall.ts'
import type { InputProps } from './fieldKinds.tsx'

/** One of the batches that stand on the plot of the form, or the one that was chosen before; another plot takes it away. */
export function PlotBatchInput({
  name,
  label,
  value,
  options,
  fault,
  alone = ' ',
  onBlur,
  onChange,
}: InputProps & {
  /** Said where a single one stands there. */
  alone?: string
}) {
  const { t } = useTranslation()
  const { control } = useFormContext()
  const landId = useWatch({ control, name: 'landId', exact: true }) as number | null
  const plot = useCall(landCalls.get, { params: { id: landId ?? 0 } }, { enabled: landId !== null, staleTime: 0 })
  const before = useRef(landId)
  useEffect(() => {
    if (before.current !== landId && before.current !== null) onChange(null)
    before.current = landId
  }, [landId, onChange])
  const standing = landId === null ? [] : (plot.data?.batches ?? []).map(({ batchId, batchName }) => ({ value: batchId, label: batchName }))
  const chosen = (options ?? []).filter((one) => one.value === value && standing.every((other) => other.value !== one.value))
  const offered = [...standing, ...chosen]
  const labelOf = (id: number) => offered.find((one) => one.value === id)?.label
  return (
    <TextField
      select
      fullWidth
      name={name}
      label={label}
      value={offered.some((one) => one.value === value) ? value : ''}
      onBlur={onBlur}
      onChange={({ target }) => (target.value === '' ? onChange(null) : onChange(Number(target.value), labelOf(Number(target.value))))}
      error={fault !== undefined}
      helperText={fault ?? (standing.length === 1 ? alone : ' ')}
      disabled={offered.length === 0}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('crud:none')}</MenuItem>
      {offered.map((one) => (
        <MenuItem key={one.value} value={one.value}>
          {one.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
