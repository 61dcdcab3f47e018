import Autocomplete from '@mui/material/Autocomplete'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import { ORGANIZATION_READ, unitCalls } from '#contract/organization/unit'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'

/** Where a role is given; `everyBase` null: not said yet. */
export interface Places {
  readonly everyBase: boolean | null
  readonly areaIds: readonly number[]
  readonly companyIds: readonly number[]
}
export const NO_PLACES: Places = { everyBase: null, areaIds: [], companyIds: [] }

/** That a role is meant for every base has to be said. */
export const isWhole = ({ everyBase, areaIds, companyIds }: Places): boolean =>
  everyBase === true || (everyBase === false && areaIds.length + companyIds.length > 0)

/** The same as a call takes it: what was chosen before every base was is not meant. */
export const placesBody = ({ everyBase, areaIds, companyIds }: Places) =>
  everyBase === true ? { everyBase, areaIds: [], companyIds: [] } : { everyBase: false, areaIds: [...areaIds], companyIds: [...companyIds] }

/** What bases or companies are called that the reader need not see. */
export interface PlaceNames {
  readonly bases?: readonly { readonly areaId: number; readonly areaName: string | null }[]
  readonly companies?: readonly { readonly unitId: number; readonly name: string }[]
}

/** Which of many, chosen one by one. */
export function Several({
  label,
  hint,
  names,
  value,
  onChange,
}: {
  label: string
  hint?: string
  names: ReadonlyMap<number, string>
  value: readonly number[]
  onChange: (next: readonly number[]) => void
}) {
  const { t } = useTranslation()
  const unseen = value.filter((one) => !names.has(one))
  return (
    <Autocomplete
      multiple
      size="small"
      disableCloseOnSelect
      options={[...names.keys(), ...unseen]}
      getOptionLabel={(id) => names.get(id) ?? t('organization:role.unseenBase')}
      value={[...value]}
      onChange={(_, next) => onChange(next)}
      noOptionsText={t('frame:empty.pageNoSearch')}
      renderInput={(params) => <TextField {...params} label={label} helperText={hint} />}
    />
  )
}

/** Whether it is for every base; null: not said yet. */
export function EveryBase({ value, onChange }: { value: boolean | null; onChange: (every: boolean) => void }) {
  const { t } = useTranslation()
  const labelId = useId()
  return (
    <FormControl>
      <FormLabel id={labelId}>{t('organization:role.bases')}</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={value === null ? '' : value ? 'every' : 'some'}
        onChange={(_, chosen) => onChange(chosen === 'every')}
      >
        <FormControlLabel value="every" control={<Radio size="small" />} label={t('organization:role.everyBase')} />
        <FormControlLabel value="some" control={<Radio size="small" />} label={t('organization:role.someBases')} />
      </RadioGroup>
    </FormControl>
  )
}

/** Where a role is given: in every base, or in these and in those of these companies. */
export function PlacesField({
  value,
  onChange,
  known,
}: {
  value: Places
  onChange: (next: Places) => void
  known?: PlaceNames | undefined
}) {
  const { t } = useTranslation()
  const areas = useCall(areaCalls.page, { query: { page: 1, size: 0 } })
  const maySeeTree = usePermission(ORGANIZATION_READ) === true
  const tree = useCall(unitCalls.tree, {}, { enabled: maySeeTree })
  const { everyBase, areaIds, companyIds } = value
  const bases = new Map([
    ...(known?.bases ?? []).map(({ areaId, areaName }) => [areaId, areaName ?? t('organization:role.unseenBase')] as const),
    ...(areas.data?.content ?? []).map(({ areaId, areaName }) => [areaId, areaName] as const),
  ])
  const companies = new Map([
    ...(known?.companies ?? []).map(({ unitId, name }) => [unitId, name] as const),
    ...(tree.data?.units ?? []).flatMap(({ unitId, kind, name }) => (kind === 'company' ? [[unitId, name ?? ''] as const] : [])),
  ])
  return (
    <>
      <EveryBase value={everyBase} onChange={(next) => onChange({ ...value, everyBase: next })} />
      {everyBase === false && (
        <Stack sx={{ gap: 2 }}>
          <Several
            label={t('organization:role.whichBases')}
            names={bases}
            value={areaIds}
            onChange={(next) => onChange({ ...value, areaIds: next })}
          />
          {companies.size + companyIds.length > 0 && (
            <Several
              label={t('organization:role.whichCompanies')}
              hint={t('organization:role.companiesHint')}
              names={companies}
              value={companyIds}
              onChange={(next) => onChange({ ...value, companyIds: next })}
            />
          )}
        </Stack>
      )}
    </>
  )
}
