import Autocomplete from '@mui/material/Autocomplete'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useEffect, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { INQUIRY_EXPERTS_MOST, inquiryCalls } from '#contract/agriculture/inquiry'
import { areaCalls } from '#contract/farm/area'
import { landCalls } from '#contract/farm/land'
import { useCall } from '#src/api/useCall.ts'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'

const EVERY = { page: 1, size: 0 }
const NOBODY: readonly number[] = []

const useNumber = (name: string) => useWatch({ control: useFormContext().control, name, exact: true }) as number | null

/** What belongs to another value is taken away when that changes. */
function useFollowing(of: number | null, onChange: (value: null) => void) {
  const before = useRef(of)
  useEffect(() => {
    if (before.current !== of && before.current !== null) onChange(null)
    before.current = of
  }, [of, onChange])
}

/** One of the bases that the person sees. */
export function AreaInput({ name, label, value, fault, onBlur, onChange }: InputProps) {
  const areas = useCall(areaCalls.page, { query: EVERY }, { staleTime: 60_000 }).data?.content ?? []
  return (
    <TextField
      select
      required
      fullWidth
      name={name}
      label={label}
      value={areas.some(({ areaId }) => areaId === value) ? value : ''}
      onBlur={onBlur}
      onChange={({ target }) => onChange(Number(target.value))}
      error={fault !== undefined}
      helperText={fault ?? ' '}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      {areas.map(({ areaId, areaName }) => (
        <MenuItem key={areaId} value={areaId}>
          {areaName}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** A plot of the chosen base. */
export function LandInput(props: InputProps) {
  const areaId = useNumber('areaId')
  useFollowing(areaId, props.onChange)
  return <ReferenceInput {...props} within={areaId ?? undefined} />
}

/** One of the batches that stand on the chosen plot. */
export function StandingInput({ name, label, value, fault, onBlur, onChange }: InputProps) {
  const { t } = useTranslation()
  const landId = useNumber('landId')
  useFollowing(landId, onChange)
  const plot = useCall(landCalls.get, { params: { id: landId ?? 0 } }, { enabled: landId !== null, staleTime: 0 })
  const offered = landId === null ? [] : (plot.data?.batches ?? [])
  return (
    <TextField
      select
      fullWidth
      name={name}
      label={label}
      value={offered.some(({ batchId }) => batchId === value) ? value : ''}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      error={fault !== undefined}
      helperText={fault ?? ' '}
      disabled={offered.length === 0}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('crud:none')}</MenuItem>
      {offered.map(({ batchId, batchName }) => (
        <MenuItem key={batchId} value={batchId}>
          {batchName}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Those of the chosen base who may answer; nobody stands for all of them. */
export function ExpertsInput({ name, label, value, fault, onBlur, onChange }: InputProps) {
  const { t } = useTranslation()
  const areaId = useNumber('areaId')
  const found = useCall(inquiryCalls.experts, { query: { areaId: areaId ?? 0 } }, { enabled: areaId !== null })
  const chosen = (value as readonly number[] | null) ?? NOBODY
  const before = useRef(areaId)
  useEffect(() => {
    if (before.current !== areaId && before.current !== null) onChange(NOBODY)
    before.current = areaId
  }, [areaId, onChange])
  const people = useMemo(() => found.data ?? [], [found.data])
  const picked = useMemo(() => people.filter(({ userId }) => chosen.includes(userId)), [people, chosen])
  return (
    <Autocomplete
      multiple
      fullWidth
      options={people}
      loading={found.isFetching}
      noOptionsText={t('frame:empty.pageNoSearch')}
      value={picked}
      getOptionLabel={(one) => one.name}
      getOptionKey={(one) => one.userId}
      getOptionDisabled={() => picked.length >= INQUIRY_EXPERTS_MOST}
      isOptionEqualToValue={(one, other) => one.userId === other.userId}
      onChange={(_, next) => onChange(next.map(({ userId }) => userId))}
      renderInput={(params) => (
        <TextField
          {...params}
          name={name}
          label={label}
          onBlur={onBlur}
          error={fault !== undefined}
          helperText={fault ?? t('agriculture:inquiry.expertsHint')}
        />
      )}
    />
  )
}
