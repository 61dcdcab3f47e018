import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import {
  type Application,
  APPLICATION_DESCRIPTION_MAX,
  APPLICATION_NAME_MAX,
  applicationCalls,
  type NewSecret,
  PACE,
} from '#contract/organization/application'
import type { MatrixRow } from '#contract/organization/role'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { ScopeMatrix } from '#src/rights/ScopeMatrix.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { EveryBase, Several } from '../roles/PlacesField.tsx'
import { DayInput } from '#src/ui/DayInput.tsx'
import { dayText, startOfDay } from '#src/time/moment.ts'

const WIDTH = 960

const begun = (of: Application | null) => ({
  name: of?.name ?? '',
  description: of?.description ?? '',
  enabledFlag: of?.enabledFlag ?? 1,
  scopes: of?.scopes ?? [],
  everyBase: of === null ? null : of.bases === null,
  areaIds: of?.bases?.map(({ areaId }) => areaId) ?? [],
  perMinute: String(of?.perMinute ?? PACE.usual),
  expiresAt: of?.expiresAt ?? null,
})
const isPace = (typed: string) => /^\d{1,4}$/.test(typed) && Number(typed) >= PACE.least && Number(typed) <= PACE.most

/** Makes an application, or changes what it may do. */
export function ApplicationDialog({
  of,
  rows,
  onClose,
  onMade,
  onChanged,
}: {
  of: Application | null
  rows: readonly MatrixRow[]
  onClose: () => void
  onMade: (made: NewSecret) => void
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const form = useFormWindow({
    draft: `application ${of?.applicationId ?? 'new'}`,
    begun: begun(of),
    shows: ['name', 'description', 'perMinute', 'expiresAt'],
    onClose,
  })
  const { value, put } = form
  const areas = useCall(areaCalls.page, { query: { page: 1, size: 0 } })
  const names = new Map([
    ...(of?.bases ?? []).map(({ areaId, areaName }) => [areaId, areaName ?? t('organization:role.unseenBase')] as const),
    ...(areas.data?.content ?? []).map(({ areaId, areaName }) => [areaId, areaName] as const),
  ])
  const { everyBase } = value
  const ready =
    value.name.trim() !== '' &&
    value.scopes.length > 0 &&
    everyBase !== null &&
    (everyBase || value.areaIds.length > 0) &&
    isPace(value.perMinute)

  const made = (answer: NewSecret) => {
    onClose()
    onMade(answer)
  }
  const save = async () => {
    if (everyBase === null) return
    const body = { ...value, everyBase, areaIds: everyBase ? [] : value.areaIds, perMinute: Number(value.perMinute) }
    if (of === null) return form.send(() => call(applicationCalls.create, { body }, { quiet: true }), null, made)
    const { applicationId, objectVersionNumber } = of
    await form.send(
      async () => {
        const answer = await call(applicationCalls.update, { body: { ...body, applicationId, objectVersionNumber } }, { quiet: true })
        if (isFailure(answer) && answer.code === 'error.version.stale') onChanged()
        return answer
      },
      t('organization:application.saved'),
      () => {
        onClose()
        onChanged()
      },
    )
  }
  return (
    <FormWindow
      form={form}
      width={WIDTH}
      title={of === null ? t('organization:application.add') : t('organization:application.editTitle', { name: of.name })}
      ready={ready}
      onSave={save}
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
        <TextField
          size="small"
          required
          sx={{ flex: 2 }}
          label={t('organization:application.name')}
          slotProps={{ htmlInput: { maxLength: APPLICATION_NAME_MAX } }}
          {...form.text('name')}
        />
        <TextField
          size="small"
          required
          sx={{ flex: 1 }}
          label={t('organization:application.perMinute')}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
          {...form.text('perMinute')}
          {...(isPace(value.perMinute) ? {} : { error: true, helperText: t('organization:application.paceRule', PACE) })}
        />
        <DayInput
          label={t('organization:application.expiresAt')}
          value={value.expiresAt === null ? null : dayText(value.expiresAt)}
          onChange={(day) => put({ expiresAt: day === null ? null : startOfDay(day, 1) - 1 })}
          sx={{ flex: 1 }}
          slotProps={{
            textField: { size: 'small', ...form.fault('expiresAt', t('organization:application.expiresHint')) },
            field: { clearable: true },
          }}
        />
      </Stack>
      <TextField
        size="small"
        multiline
        label={t('organization:application.description')}
        slotProps={{ htmlInput: { maxLength: APPLICATION_DESCRIPTION_MAX } }}
        {...form.text('description')}
      />
      <FormControlLabel
        control={<Switch checked={value.enabledFlag === 1} onChange={(_, on) => put({ enabledFlag: on ? 1 : 0 })} />}
        label={t('organization:application.enabled')}
      />
      <EveryBase value={everyBase} onChange={(next) => put({ everyBase: next })} />
      {everyBase === false && (
        <Several
          label={t('organization:role.whichBases')}
          names={names}
          value={value.areaIds}
          onChange={(areaIds) => put({ areaIds: [...areaIds] })}
        />
      )}
      <Typography variant="h3">{t('organization:application.scopes')}</Typography>
      <SecondaryText>{t('organization:application.scopesHint')}</SecondaryText>
      <ScopeMatrix rows={rows} codes={value.scopes} label={t('organization:application.scopes')} onChange={(scopes) => put({ scopes })} />
    </FormWindow>
  )
}
