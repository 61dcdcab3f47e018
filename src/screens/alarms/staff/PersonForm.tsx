import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type AlarmStaff, alarmStaffBody, alarmStaffCalls } from '#contract/alarms/staff'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { HoursFields } from '#src/watch/condition/HoursFields.tsx'
import { AddButton } from '#src/ui/AddButton.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { ChannelFields } from './ChannelFields.tsx'
import { blankChannel, blankShift, bodyOf, draftOf, withoutSecrets } from './personDraft.ts'

const NAME_MAX = 60
const LANGUAGES = ['zh-CN', 'en-US'] as const

/** Says who somebody is, when they are on duty and how they are reached. */
export function PersonForm({
  of,
  areaId,
  onClose,
  onSaved,
}: {
  of: AlarmStaff | null
  areaId: number
  onClose: () => void
  onSaved: () => void
}) {
  const { t, i18n } = useTranslation()
  const choices = useCall(alarmStaffCalls.choices, {})
  const form = useFormWindow({
    draft: `staff ${of?.id ?? 'new'}`,
    begun: draftOf(of, i18n.language === 'en-US' ? 'en-US' : 'zh-CN'),
    kept: withoutSecrets,
    shows: ['userId', 'name', 'shifts', 'channels'],
    onClose,
  })
  const { value, faults, put: set } = form
  const save = () => {
    const nameless = value.userId === null && value.name.trim() === ''
    const body = form.read(alarmStaffBody, bodyOf(value, of?.areaIds ?? [areaId]), nameless ? { name: t('errors:field.required') } : {})
    if (body === null) return
    return form.send(
      async () => {
        if (of === null) return call(alarmStaffCalls.add, { body }, { quiet: true })
        const { id, objectVersionNumber } = of
        return call(alarmStaffCalls.edit, { params: { id }, body: { ...body, objectVersionNumber } }, { quiet: true })
      },
      t('crud:saved'),
      onSaved,
    )
  }
  const users = choices.data?.users ?? []
  const isKnown = value.userId === null || users.some(({ id }) => id === value.userId)
  return (
    <FormWindow form={form} width={720} title={of === null ? t('alarms:staff.add') : of.name} onSave={save}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
        <TextField
          select
          fullWidth
          label={t('alarms:staff.account')}
          value={value.userId ?? 0}
          {...form.fault('userId')}
          onChange={({ target }) => set({ userId: Number(target.value) || null })}
        >
          <MenuItem value={0}>{t('alarms:staff.noAccount')}</MenuItem>
          {!isKnown && <MenuItem value={value.userId ?? 0}>{of?.name}</MenuItem>}
          {users.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        {value.userId === null && (
          <TextField
            required
            fullWidth
            label={t('alarms:staff.name')}
            slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
            {...form.text('name')}
          />
        )}
        <SelectField
          label={t('alarms:staff.language')}
          value={value.language}
          sx={{ minWidth: 130 }}
          words={LANGUAGES.map((language) => [language, t(`alarms:staff.languages.${language}`)])}
          onChange={(language) => set({ language })}
        />
      </Stack>
      <FormControlLabel
        control={<Switch checked={value.enabled} onChange={(_, enabled) => set({ enabled })} />}
        label={t('alarms:staff.enabled')}
      />
      <Typography component="h3" variant="subtitle2">
        {t('alarms:staff.hours')}
      </Typography>
      <SecondaryText>{value.shifts.length === 0 ? t('alarms:staff.always') : t('alarms:staff.hoursHint')}</SecondaryText>
      {value.shifts.map((shift, at) => (
        // Shifts have no name: their place is all that tells them apart.
        <Stack key={at} direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
          <HoursFields
            value={shift}
            faults={faults.shifts === undefined ? {} : { days: shift.days.length === 0 ? faults.shifts : undefined }}
            onChange={(next) => set({ shifts: value.shifts.with(at, { ...shift, ...next }) })}
          />
          <IconButton aria-label={t('crud:delete')} onClick={() => set({ shifts: value.shifts.toSpliced(at, 1) })}>
            <DeleteIcon />
          </IconButton>
        </Stack>
      ))}
      {faults.shifts !== undefined && <FormHelperText error>{faults.shifts}</FormHelperText>}
      <div>
        <AddButton variant="text" onClick={() => set({ shifts: [...value.shifts, blankShift] })}>
          {t('alarms:staff.addHours')}
        </AddButton>
      </div>
      <Typography component="h3" variant="subtitle2">
        {t('alarms:staff.channels')}
      </Typography>
      {value.channels.map((channel, at) => (
        <ChannelFields
          key={channel.id ?? `new ${at}`}
          value={channel}
          staffId={of?.id ?? null}
          saved={of?.channels.find(({ id }) => id === channel.id) ?? null}
          notConfigured={choices.data?.notConfigured ?? []}
          fault={faults[`channels.${at}`]}
          browsers={users.find(({ id }) => id === value.userId)?.browsers ?? null}
          onChange={(next) => set({ channels: value.channels.with(at, { ...channel, ...next }) })}
          onRemove={() => {
            // What is said of channels counts them.
            form.say({})
            set({ channels: value.channels.toSpliced(at, 1) })
          }}
        />
      ))}
      {faults.channels !== undefined && <Alert severity="error">{faults.channels}</Alert>}
      <div>
        <AddButton variant="text" onClick={() => set({ channels: [...value.channels, blankChannel] })}>
          {t('alarms:staff.addChannel')}
        </AddButton>
      </div>
    </FormWindow>
  )
}
