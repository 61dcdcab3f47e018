import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ROLE_READ } from '#contract/organization/role'
import { EMAIL_MAX, LOGIN_NAME_MAX, type ManagedUser, REAL_NAME_MAX, type SentLink, userManageCalls } from '#contract/organization/user'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { isWhole } from '../roles/PlacesField.tsx'
import { type RolePlaces, rolesBody, RolesField } from './RolesField.tsx'

const WIDTH = 560

/** What the form is for: somebody new, an account that is mended, or somebody who comes back. */
export type UserWork = { readonly what: 'create' } | { readonly what: 'edit' | 'enable'; readonly of: ManagedUser }

interface Typed {
  readonly realName: string
  readonly loginName: string
  readonly phone: string
  readonly email: string
  readonly roles: readonly RolePlaces[]
}
const begun = (of: ManagedUser | null): Typed => ({
  realName: of?.realName ?? '',
  loginName: of?.loginName ?? '',
  phone: of?.phone ?? '',
  email: of?.email ?? '',
  roles: (of?.had ?? []).map(({ roleId, areaIds, companies }) => ({
    roleId,
    everyBase: areaIds === null,
    areaIds: areaIds ?? [],
    companyIds: companies.map(({ unitId }) => unitId),
  })),
})
const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

/** Makes a user, mends one, or makes somebody a member again. */
export function UserForm({
  work,
  onDone,
  onClose,
}: {
  work: UserWork
  /** With how the link went out, of an account that was made. */
  onDone: (sent: { readonly of: string; readonly link: SentLink } | null) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { what } = work
  const of = work.what === 'create' ? null : work.of
  const form = useFormWindow({ draft: `person ${what} ${of?.userId ?? ''}`, begun: begun(of), onClose })
  const { value, faults: fields } = form
  const roles = rolesBody(value.roles)
  const contact = { realName: value.realName, phone: orNull(value.phone), email: orNull(value.email) }
  const ready =
    (what === 'enable' || value.realName.trim() !== '') &&
    (what !== 'create' || value.loginName.trim() !== '') &&
    value.roles.every(isWhole)

  const ask = async () => {
    if (of === null)
      return call(userManageCalls.create, { body: { ...contact, loginName: value.loginName.trim(), roles } }, { quiet: true })
    const was = { realName: of.realName, phone: of.phone, email: of.email }
    if (what === 'edit') return call(userManageCalls.update, { body: { ...contact, userId: of.userId, was } }, { quiet: true })
    return call(userManageCalls.enable, { body: { userId: of.userId, roles } }, { quiet: true })
  }
  const save = () =>
    form.send(ask, t(`organization:user.form.${what === 'create' ? 'made' : what === 'edit' ? 'saved' : 'enabled'}`), (answer) =>
      onDone(answer === true ? null : { of: value.realName.trim(), link: answer.sent }),
    )
  const field = (name: 'realName' | 'loginName' | 'phone' | 'email', maxLength: number, hint?: string) => (
    <TextField
      label={t(`organization:user.form.${name}`)}
      size="small"
      required={name === 'realName' || name === 'loginName'}
      slotProps={{ htmlInput: { maxLength, autoComplete: 'off' } }}
      {...form.text(name, hint)}
    />
  )
  const name = of?.realName ?? ''
  const title = {
    create: t('organization:user.act.add'),
    edit: t('organization:user.form.editTitle', { name }),
    enable: t('organization:user.form.enableTitle', { name }),
  }[what]
  return (
    <FormWindow
      form={form}
      width={WIDTH}
      title={title}
      send={t(what === 'enable' ? 'organization:user.act.enable' : 'crud:save')}
      ready={ready}
      onSave={save}
    >
      {what === 'enable' ? (
        <Typography>{t('organization:user.form.enableText', { name })}</Typography>
      ) : (
        <>
          {field('realName', REAL_NAME_MAX)}
          {what === 'create' && field('loginName', LOGIN_NAME_MAX)}
          {field('phone', 11, t('organization:user.form.contactHint'))}
          {field('email', EMAIL_MAX)}
        </>
      )}
      {what !== 'edit' && (
        <Permitted code={ROLE_READ}>
          <RolesField
            {...form.pick('roles')}
            fault={fields['roles']}
            known={{ companies: (of?.had ?? []).flatMap(({ companies }) => companies) }}
          />
        </Permitted>
      )}
    </FormWindow>
  )
}
