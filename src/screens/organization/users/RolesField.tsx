import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import { roleCalls } from '#contract/organization/role'
import { useCall } from '#src/api/useCall.ts'

export interface RolePlaces {
  readonly roleId: number
  readonly everyBase: boolean
  readonly areaIds: readonly number[]
}
/** That a role is meant for every base has to be said. */
export const isWhole = ({ everyBase, areaIds }: RolePlaces): boolean => everyBase || areaIds.length > 0

/** The roles that somebody is given, each with where. */
export function RolesField({
  value,
  onChange,
  fault,
}: {
  value: readonly RolePlaces[]
  onChange: (next: readonly RolePlaces[]) => void
  fault: string | undefined
}) {
  const { t } = useTranslation()
  const roles = useCall(roleCalls.page, { query: { page: 1, size: 0 } })
  const areas = useCall(areaCalls.page, { query: { page: 1, size: 0 } })
  const nameOf = (id: number) => roles.data?.content.find(({ roleId }) => roleId === id)?.name ?? ''
  const baseOf = (id: number) => areas.data?.content.find(({ areaId }) => areaId === id)?.areaName ?? t('organization:role.unseenBase')
  const put = (next: RolePlaces) => onChange(value.map((one) => (one.roleId === next.roleId ? next : one)))
  const free = (roles.data?.content ?? []).filter(({ roleId }) => !value.some((one) => one.roleId === roleId))
  return (
    <Stack component="fieldset" aria-label={t('organization:user.form.roles')} sx={{ gap: 1, border: 0, m: 0, p: 0, minWidth: 0 }}>
      {value.map((one) => (
        <Stack
          key={one.roleId}
          component="fieldset"
          aria-label={nameOf(one.roleId)}
          sx={{ gap: 0.5, m: 0, minWidth: 0, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
            <Typography sx={{ flex: 1, minWidth: 0, fontWeight: 600 }}>{nameOf(one.roleId)}</Typography>
            <IconButton
              size="small"
              aria-label={t('organization:user.form.dropRole', { name: nameOf(one.roleId) })}
              onClick={() => onChange(value.filter((other) => other !== one))}
            >
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Stack>
          <FormControlLabel
            control={<Checkbox size="small" checked={one.everyBase} onChange={(_, everyBase) => put({ ...one, everyBase, areaIds: [] })} />}
            label={t('organization:user.form.everywhere')}
          />
          {!one.everyBase && (
            <Autocomplete
              multiple
              size="small"
              disableCloseOnSelect
              options={(areas.data?.content ?? []).map(({ areaId }) => areaId)}
              getOptionLabel={baseOf}
              value={[...one.areaIds]}
              onChange={(_, areaIds) => put({ ...one, areaIds })}
              noOptionsText={t('frame:empty.pageNoSearch')}
              renderInput={(params) => <TextField {...params} label={t('organization:role.whichBases')} />}
            />
          )}
        </Stack>
      ))}
      <TextField
        select
        size="small"
        label={t('organization:user.form.addRole')}
        value=""
        disabled={free.length === 0}
        onChange={({ target }) => onChange([...value, { roleId: Number(target.value), everyBase: false, areaIds: [] }])}
      >
        {free.map(({ roleId, name }) => (
          <MenuItem key={roleId} value={roleId}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
    </Stack>
  )
}
