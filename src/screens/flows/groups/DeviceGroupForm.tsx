import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeviceGroup, flowDeviceGroupCalls, type Rollout, ROLLOUTS } from '#contract/flows/deviceGroup'
import { call, isFailure } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { draftOf, type GroupDraft, readDraft } from './groupDraft.ts'
import { MemberField } from './MemberField.tsx'

const NAME_MAX = 60
const NOTE_MAX = 200

/** Makes a device group, or changes `of`. */
export function DeviceGroupForm({
  areaId,
  of,
  onClose,
  onSaved,
}: {
  areaId: number
  of: DeviceGroup | null
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const [begun] = useState(() => draftOf(of))
  const { value, brought, change, undo, drop } = useDraftState<GroupDraft>(`deviceGroup ${areaId} ${of?.id ?? 'new'}`, begun)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const [saving, setSaving] = useState(false)
  const set = (next: Partial<GroupDraft>) => {
    change({ ...value, ...next })
    guard.setDirty(true, drop)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const { body, faults: found } = readDraft(value, areaId)
    const said = found.map(({ field, key, params }) => [
      field,
      field === 'switchIds' && value.members.length === 0 ? t('flows:deviceGroup.empty') : t(`errors:field.${key}`, params),
    ])
    setFaults(Object.fromEntries(said) as Record<string, string>)
    if (body === null) return
    setSaving(true)
    const { areaId: _, ...facts } = body
    const answer = await (of === null
      ? call(flowDeviceGroupCalls.add, { body }, { quiet: true })
      : call(
          flowDeviceGroupCalls.edit,
          { params: { id: of.id }, body: { ...facts, objectVersionNumber: of.objectVersionNumber } },
          { quiet: true },
        ))
    setSaving(false)
    if (isFailure(answer)) {
      if (answer.fields) setFaults(answer.fields)
      else if (answer.code === 'error.flow.member') setFaults({ switchIds: reasonOf(answer) })
      else setFailure(reasonOf(answer))
      return
    }
    drop()
    guard.setDirty(false)
    toast('success', t('flows:deviceGroup.saved'))
    onSaved()
  }
  const close = () => guard.leave(onClose)
  return (
    <Modal open keepOpen onClose={close} width={600} title={t(of === null ? 'flows:deviceGroup.add' : 'flows:deviceGroup.edit')}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote
          shown={brought}
          onDrop={() => {
            undo()
            guard.setDirty(false)
          }}
        />
        <TextField
          required
          label={t('flows:deviceGroup.name')}
          value={value.name}
          error={faults.name !== undefined}
          helperText={faults.name}
          slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          label={t('flows:deviceGroup.note')}
          value={value.note}
          error={faults.note !== undefined}
          helperText={faults.note}
          slotProps={{ htmlInput: { maxLength: NOTE_MAX } }}
          onChange={({ target }) => set({ note: target.value })}
        />
        <FormControl>
          <FormLabel id="rollout">{t('flows:deviceGroup.rollout')}</FormLabel>
          <RadioGroup aria-labelledby="rollout" value={value.rollout} onChange={(_, next) => set({ rollout: next as Rollout })}>
            {ROLLOUTS.map((one) => (
              <FormControlLabel
                key={one}
                value={one}
                control={<Radio />}
                sx={{ alignItems: 'flex-start', my: 0.25 }}
                label={
                  <>
                    <Typography variant="body2" sx={{ fontWeight: 600, pt: 1.25 }}>
                      {t(`flows:deviceGroup.rollouts.${one}`)}
                    </Typography>
                    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                      {t(`flows:deviceGroup.explain.${one}`)}
                    </Typography>
                  </>
                }
              />
            ))}
          </RadioGroup>
        </FormControl>
        {value.rollout === 'staggered' && (
          <NumberField
            fullWidth={false}
            sx={{ width: 200 }}
            label={t('flows:deviceGroup.seconds')}
            unit={t('flows:deviceGroup.secondsUnit')}
            value={value.seconds}
            error={faults.seconds !== undefined}
            helperText={faults.seconds}
            onChange={(seconds) => set({ seconds })}
          />
        )}
        <MemberField areaId={areaId} value={value.members} fault={faults.switchIds} onChange={(members) => set({ members })} />
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
    </Modal>
  )
}
