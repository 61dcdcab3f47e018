import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { landCalls } from '#contract/farm/land'
import { useCall } from '#src/api/useCall.ts'
import type { InputProps } from '#src/crud/fieldKinds.tsx'

/** The batch that an issue is for, of those that stand on its plot; another plot takes it away. */
export function BatchInput({ label, value, options, fault, onBlur, onChange }: InputProps) {
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
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={offered.some((one) => one.value === value) ? value : ''}
      onBlur={onBlur}
      onChange={({ target }) =>
        onChange(target.value === '' ? null : Number(target.value), offered.find((one) => one.value === Number(target.value))?.label)
      }
      error={fault !== undefined}
      helperText={fault ?? (standing.length === 1 ? t('inventory:materialShipment.batchAlone') : ' ')}
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
