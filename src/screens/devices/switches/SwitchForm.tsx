import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type DeviceSwitch, switchCalls } from '#contract/devices/switch'
import { SWITCH_KINDS } from '#contract/devices/switchKind'
import type { CallInput } from '#contract/core/call'
import { type Meter, meterCalls } from '#contract/devices/meter'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { type MeterDraft, meterDraftOf, MeterFields } from './MeterFields.tsx'
import { useSaving } from '../useSaving.ts'

type Draft = Pick<DeviceSwitch, 'name' | 'type'> & { readonly related: number | ''; readonly meter: MeterDraft }

/** Names a switch, says what it works, and binds the second circuit of a piece of equipment to it. */
export function SwitchForm({
  of,
  areaId,
  meter,
  onClose,
  onSaved,
}: {
  of: DeviceSwitch
  areaId: number
  /** What measures its water. */
  meter?: Meter | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const { value, brought, change, undo, drop } = useDraftState<Draft>(`switch ${of.id}`, {
    name: of.name,
    type: of.type,
    related: of.relatedEquip ?? '',
    meter: meterDraftOf(meter),
  })
  const { name, type, related } = value
  const { faults, failure, saving, changed, close, send } = useSaving({ saved: t('devices:switchForm.saved'), drop, onSaved, onClose })
  const confirm = useConfirm()
  const bindable = useCall(switchCalls.canBind, { query: { page: 1, size: 0, areaId, switchId: of.id } })
  const offered = (bindable.data?.content ?? []).filter(({ id }) => id !== of.id)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      id: of.id,
      name: name.trim() === '' ? null : name.trim(),
      type,
      relatedEquip: related === '' ? null : related,
      objectVersionNumber: of.objectVersionNumber,
    }
    void send(sendBoth(body))
  }
  const sendBoth = async (body: CallInput<typeof switchCalls.edit>['body']) => {
    const begun = meterDraftOf(meter)
    const { itemId, graceSeconds } = value.meter
    if (itemId !== begun.itemId || (itemId !== '' && graceSeconds !== begun.graceSeconds)) {
      const asked = {
        switchId: of.id,
        itemId: itemId === '' ? null : itemId,
        ...(itemId === '' ? {} : { graceSeconds: graceSeconds as number }),
      }
      const answer = await call(meterCalls.set, { params: { id: of.concentratorId }, body: asked }, { quiet: true })
      if (isFailure(answer)) return answer
    }
    return call(switchCalls.edit, { body }, { quiet: true })
  }
  const remove = async () => {
    const yes = await confirm({
      title: t('devices:control.deleteTitle', { name: of.name }),
      text: t('devices:control.deleteText'),
      confirm: t('devices:gateway.delete'),
      color: 'error',
    })
    if (yes) await send(call(switchCalls.remove, { params: { id: of.id } }, { quiet: true }), t('devices:gateway.deleted'))
  }
  return (
    <Modal open onClose={close} width={480} title={t('devices:switchForm.title')} keepOpen>
      <Stack component="form" noValidate spacing={1} sx={{ pt: 1 }} onSubmit={save}>
        <DraftNote shown={brought} onDrop={undo} />
        <TextField
          label={t('devices:switchForm.name')}
          value={name}
          error={Boolean(faults.name)}
          helperText={faults.name || t('devices:switchForm.default')}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          onChange={({ target }) => {
            change({ ...value, name: target.value })
            changed()
          }}
        />
        <TextField
          select
          label={t('devices:switchForm.kind')}
          value={type}
          error={Boolean(faults.type)}
          helperText={faults.type || ' '}
          onChange={({ target }) => {
            change({ ...value, type: target.value as DeviceSwitch['type'] })
            changed()
          }}
        >
          {SWITCH_KINDS.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {t(`devices:switchKind.${kind}`)}
            </MenuItem>
          ))}
        </TextField>
        {type === 'related' && (
          <TextField
            select
            label={t('devices:switchForm.related')}
            value={bindable.data ? related : ''}
            error={Boolean(faults.relatedEquip)}
            disabled={!bindable.data}
            helperText={faults.relatedEquip || t('devices:switchForm.relatedHint')}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            onChange={({ target }) => {
              change({ ...value, related: target.value === '' ? '' : Number(target.value) })
              changed()
            }}
          >
            <MenuItem value="">{t('devices:switchForm.none')}</MenuItem>
            {related !== '' && !offered.some(({ id }) => id === related) && <MenuItem value={related}>{`#${related}`}</MenuItem>}
            {offered.map(({ id, name: offeredName, circuit }) => (
              <MenuItem key={id} value={id}>{`${offeredName} (${t('devices:control.circuit', { circuit })})`}</MenuItem>
            ))}
          </TextField>
        )}
        {type === 'ordinary' && (
          <MeterFields
            areaId={areaId}
            value={value.meter}
            meter={meter}
            faults={faults}
            onChange={(next) => {
              change({ ...value, meter: next })
              changed()
            }}
          />
        )}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button color="error" onClick={() => void remove()}>
            {t('devices:control.delete')}
          </Button>
          <Stack direction="row" sx={{ flex: 1, justifyContent: 'flex-end', gap: 1 }}>
            <Button onClick={close}>{t('crud:cancel')}</Button>
            <Button type="submit" variant="contained" loading={saving}>
              {t('crud:save')}
            </Button>
          </Stack>
        </Stack>
      </Stack>
    </Modal>
  )
}
