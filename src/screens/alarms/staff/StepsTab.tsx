import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmDuty, alarmDutyBody, alarmDutyCalls, type DutyStep } from '#contract/alarms/duty'
import { ALARM_STAFF_EDIT } from '#contract/alarms/permission'
import { ALARM_SEVERITIES } from '#contract/alarms/severity'
import { type AlarmStaff, alarmStaffCalls } from '#contract/alarms/staff'
import { SeverityMark } from '#src/alarms/SeverityMark.tsx'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { StaleNote } from '#src/forms/StaleNote.tsx'
import { useHeldVersion } from '#src/forms/useHeldVersion.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { AddButton } from '#src/ui/AddButton.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import type { LeaveGuard } from '#src/ui/useLeaveGuard.ts'

const PAUSE_MINUTES = 10

/** Whom a base calls on, step by step, until somebody acknowledges. */
export function StepsTab({ areaId }: { areaId: number }) {
  const duty = useCall(alarmDutyCalls.get, { query: { areaId } }, { staleTime: 0 })
  const staff = useCall(alarmStaffCalls.page, { query: { areaId, size: 0 } }, { staleTime: 0 })
  const failed = [duty, staff].find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void Promise.all([duty.refetch(), staff.refetch()])} />
  if (!duty.data || !staff.data) return <SkeletonList rows={4} height={72} />
  return <HeldSteps newest={duty.data} people={staff.data.content} onSaved={() => void duty.refetch()} />
}

/** What somebody else saves meanwhile is no more than told of while something is typed. */
function HeldSteps({ newest, onSaved, people }: { newest: AlarmDuty; people: readonly AlarmStaff[]; onSaved: () => void }) {
  const { shown, key, guard, isOlder, beginAnew } = useHeldVersion(newest)
  return (
    <Stack spacing={2}>
      <StaleNote shown={isOlder} onReload={beginAnew} />
      <Steps key={key} of={shown} people={people} guard={guard} onSaved={onSaved} />
    </Stack>
  )
}

type StepDraft = { readonly afterMinutes: number | string | null; readonly staffIds: readonly number[] }

function Steps({ of, people, guard, onSaved }: { of: AlarmDuty; people: readonly AlarmStaff[]; guard: LeaveGuard; onSaved: () => void }) {
  const { t } = useTranslation()
  const mayEdit = usePermission(ALARM_STAFF_EDIT) === true
  const [severity, setSeverity] = useState(of.severity)
  const [steps, setSteps] = useState<readonly StepDraft[]>(of.steps)
  const [fault, setFault] = useState<string>()
  const [saving, setSaving] = useState(false)
  useEffect(() => () => guard.setDirty(false), [guard])
  const change = (next: readonly StepDraft[]) => {
    setSteps(next)
    guard.setDirty(true)
  }
  const add = () => {
    const last = steps.at(-1)?.afterMinutes
    change([...steps, { afterMinutes: typeof last === 'number' ? last + PAUSE_MINUTES : 0, staffIds: [] }])
  }
  const save = async () => {
    const read = alarmDutyBody.safeParse({ areaId: of.areaId, severity, steps })
    const isRising = (all: readonly DutyStep[]) => all.every(({ afterMinutes }, at) => at === 0 || afterMinutes > all[at - 1]!.afterMinutes)
    if (!read.success) return setFault(t('alarms:staff.stepFault'))
    if (!isRising(read.data.steps)) return setFault(t('errors:error.alarm.stepsOrder'))
    setFault(undefined)
    setSaving(true)
    const answer = await call(alarmDutyCalls.set, { body: { ...read.data, objectVersionNumber: of.objectVersionNumber } }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) return setFault(reasonOf(answer))
    guard.setDirty(false)
    toast('success', t('crud:saved'))
    onSaved()
  }
  return (
    <Stack spacing={2} sx={{ maxWidth: 860, pb: 2 }}>
      <SecondaryText>{t('alarms:staff.stepsLead')}</SecondaryText>
      {people.length === 0 && <Alert severity="info">{t('alarms:staff.peopleFirst')}</Alert>}
      <SelectField
        size="small"
        disabled={!mayEdit}
        label={t('alarms:staff.from')}
        value={severity}
        sx={{ maxWidth: 280 }}
        words={ALARM_SEVERITIES.map((one) => [one, <SeverityMark key={one} severity={one} />])}
        onChange={(one) => {
          setSeverity(one)
          guard.setDirty(true)
        }}
      />
      {steps.length === 0 && <Alert severity="warning">{t('alarms:staff.noSteps')}</Alert>}
      {steps.map((step, at) => (
        // Steps have no name: their place is what they are.
        <Stack key={at} direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}>
          <Typography sx={{ width: 72, pt: 1, fontWeight: 600 }}>{t('alarms:staff.step', { number: at + 1 })}</Typography>
          <NumberField
            size="small"
            disabled={!mayEdit}
            fullWidth={false}
            sx={{ width: 150 }}
            label={t('alarms:staff.after')}
            unit={t('alarms:staff.minutes')}
            value={step.afterMinutes}
            onChange={(afterMinutes) => change(steps.with(at, { ...step, afterMinutes }))}
          />
          <Autocomplete
            multiple
            size="small"
            disabled={!mayEdit}
            options={people}
            value={people.filter(({ id }) => step.staffIds.includes(id))}
            getOptionLabel={({ name }) => name}
            getOptionKey={({ id }) => id}
            isOptionEqualToValue={(one, other) => one.id === other.id}
            onChange={(_, chosen) => change(steps.with(at, { ...step, staffIds: chosen.map(({ id }) => id) }))}
            sx={{ flex: '1 1 240px' }}
            renderInput={(props) => <TextField {...props} label={t('alarms:staff.whom')} />}
          />
          {mayEdit && (
            <IconButton aria-label={t('crud:delete')} onClick={() => change(steps.toSpliced(at, 1))}>
              <DeleteIcon />
            </IconButton>
          )}
        </Stack>
      ))}
      {fault !== undefined && <Alert severity="error">{fault}</Alert>}
      {mayEdit && (
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <AddButton variant="text" disabled={people.length === 0} onClick={add}>
            {t('alarms:staff.addStep')}
          </AddButton>
          <Button variant="contained" loading={saving} onClick={() => void save()}>
            {t('crud:save')}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}
