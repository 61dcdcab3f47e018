import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmStaff, alarmStaffBody, alarmStaffCalls } from '#contract/alarms/staff'
import { fieldFaults } from '#contract/core/fieldFault'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { HoursFields } from '#src/alarms/condition/HoursFields.tsx'
import { ChannelFields } from './ChannelFields.tsx'
import { blankChannel, blankShift, bodyOf, draftOf, type PersonDraft, withoutSecrets } from './personDraft.ts'

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
  const guard = useLeaveGuard()
  const choices = useCall(alarmStaffCalls.choices, {})
  const draft = useDraft<PersonDraft>(`staff ${of?.id ?? 'new'}`)
  const [begun] = useState(() => draftOf(of, i18n.language === 'en-US' ? 'en-US' : 'zh-CN'))
  const [value, setValue] = useState(draft.found ?? begun)
  const [brought, setBrought] = useState(draft.found !== null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const set = (next: Partial<PersonDraft>) => {
    setValue({ ...value, ...next })
    draft.keep(withoutSecrets({ ...value, ...next }))
    guard.setDirty(true, draft.drop)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const body = bodyOf(value, of?.areaIds ?? [areaId])
    const read = alarmStaffBody.safeParse(body)
    const found = read.success
      ? {}
      : Object.fromEntries(
          Object.values(fieldFaults(read.error, body)).map(({ field, key, params }) => [field, t(`errors:field.${key}`, params)]),
        )
    if (value.userId === null && value.name.trim() === '') found['name'] = t('errors:field.required')
    setFaults(found)
    if (!read.success || Object.keys(found).length > 0) return
    setSaving(true)
    const answer =
      of === null
        ? await call(alarmStaffCalls.add, { body: read.data }, { quiet: true })
        : await call(
            alarmStaffCalls.edit,
            { params: { id: of.id }, body: { ...read.data, objectVersionNumber: of.objectVersionNumber } },
            { quiet: true },
          )
    setSaving(false)
    if (isFailure(answer)) {
      if (answer.fields) setFaults(answer.fields)
      else setFailure(reasonOf(answer))
      return
    }
    guard.setDirty(false)
    draft.drop()
    toast('success', t('crud:saved'))
    onSaved()
  }
  const close = () => guard.leave(onClose)
  const users = choices.data?.users ?? []
  const isKnown = value.userId === null || users.some(({ id }) => id === value.userId)
  return (
    <Modal open keepOpen onClose={close} width={720} title={of === null ? t('alarms:staff.add') : of.name}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote
          shown={brought}
          onDrop={() => {
            setBrought(false)
            setValue(begun)
            draft.drop()
          }}
        />
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <TextField
            select
            fullWidth
            label={t('alarms:staff.account')}
            value={value.userId ?? 0}
            error={faults.userId !== undefined}
            helperText={faults.userId}
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
              value={value.name}
              error={faults.name !== undefined}
              helperText={faults.name}
              slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
              onChange={({ target }) => set({ name: target.value })}
            />
          )}
          <TextField
            select
            label={t('alarms:staff.language')}
            value={value.language}
            sx={{ minWidth: 130 }}
            onChange={({ target }) => set({ language: target.value as PersonDraft['language'] })}
          >
            {LANGUAGES.map((language) => (
              <MenuItem key={language} value={language}>
                {t(`alarms:staff.languages.${language}`)}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        <FormControlLabel
          control={<Switch checked={value.enabled} onChange={(_, enabled) => set({ enabled })} />}
          label={t('alarms:staff.enabled')}
        />
        <Typography component="h3" variant="subtitle2">
          {t('alarms:staff.hours')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {value.shifts.length === 0 ? t('alarms:staff.always') : t('alarms:staff.hoursHint')}
        </Typography>
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
          <Button startIcon={<AddIcon />} onClick={() => set({ shifts: [...value.shifts, blankShift] })}>
            {t('alarms:staff.addHours')}
          </Button>
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
              setFaults({})
              set({ channels: value.channels.toSpliced(at, 1) })
            }}
          />
        ))}
        {faults.channels !== undefined && <Alert severity="error">{faults.channels}</Alert>}
        <div>
          <Button startIcon={<AddIcon />} onClick={() => set({ channels: [...value.channels, blankChannel] })}>
            {t('alarms:staff.addChannel')}
          </Button>
        </div>
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
