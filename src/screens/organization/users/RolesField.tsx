import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { roleCalls } from '#contract/organization/role'
import { useCall } from '#src/api/useCall.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { NO_PLACES, type PlaceNames, type Places, placesBody, PlacesField } from '../roles/PlacesField.tsx'

export interface RolePlaces extends Places {
  readonly roleId: number
}
export const rolesBody = (roles: readonly RolePlaces[]) => roles.map(({ roleId, ...places }) => ({ roleId, ...placesBody(places) }))

/** The roles that somebody is given, each with where. */
export function RolesField({
  value,
  onChange,
  fault,
  known,
}: {
  value: readonly RolePlaces[]
  onChange: (next: readonly RolePlaces[]) => void
  fault: string | undefined
  known?: PlaceNames | undefined
}) {
  const { t } = useTranslation()
  const roles = useCall(roleCalls.page, { query: { page: 1, size: 0 } })
  const nameOf = (id: number) => roles.data?.content.find(({ roleId }) => roleId === id)?.name ?? ''
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
          <PlacesField value={one} onChange={(places) => put({ ...places, roleId: one.roleId })} known={known} />
        </Stack>
      ))}
      <SelectField
        size="small"
        label={t('organization:user.form.addRole')}
        value={null}
        disabled={free.length === 0}
        words={free.map(({ roleId, name }) => [roleId, name])}
        onChange={(roleId) => onChange([...value, { roleId, ...NO_PLACES }])}
      />
      {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
    </Stack>
  )
}
