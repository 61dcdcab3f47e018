import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Device, deviceCalls } from '#contract/devices/device'
import { GATEWAY_TYPES } from '#contract/devices/deviceType'
import { gatewayCalls } from '#contract/devices/gateway'
import { area } from '#contract/farm/area'
import { land } from '#contract/farm/land'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'

const NONE = ''
const whole = { page: 1, size: 0 }
/** What may have others behind it. */
const FRONTS = [...GATEWAY_TYPES, 'lorawan_gateway'].join()
const failsAt: Partial<Record<string, 'areaId' | 'landId' | 'parentId'>> = {
  'error.device.areaUnknown': 'areaId',
  'error.device.landUnknown': 'landId',
  'error.device.parentUnknown': 'parentId',
  'error.device.parentDeep': 'parentId',
}

interface Place {
  readonly areaId: string
  readonly landId: string
  readonly parentId: string
}

/** Moves a device: to a base, a plot of it, and behind a gateway of it or none. Base and plot as the documents ask for them (2§5). */
export function PlaceDialog({
  of,
  parentId,
  onClose,
  onSaved,
}: {
  of: Device
  parentId: number | null
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useTranslation()
  const draft = useDraftState<Place>(`place ${of.id}`, {
    areaId: String(of.areaId),
    landId: String(of.landId ?? NONE),
    parentId: String(parentId ?? NONE),
  })
  const { value } = draft
  const [fault, setFault] = useState<{ at: keyof Place | null; words: string } | null>(null)
  const [saving, setSaving] = useState(false)
  const bases = useCall(area.calls.options, { query: whole })
  const inBase = { areaId: Number(value.areaId) }
  const plots = useCall(land.calls.options, { query: { ...whole, ...inBase } })
  const fronts = useCall(deviceCalls.tenantAll, { query: { ...whole, ...inBase, deviceTypes: FRONTS } })
  const set = (change: Partial<Place>) => {
    setFault(null)
    draft.change({ ...value, ...change })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const idOf = (word: string) => (word === NONE ? null : Number(word))
    setSaving(true)
    const body = { areaId: Number(value.areaId), landId: idOf(value.landId), parentId: idOf(value.parentId) }
    const answer = await call(gatewayCalls.place, { params: { id: of.id }, body }, { quiet: true })
    setSaving(false)
    if (isFailure(answer)) {
      setFault({ at: failsAt[answer.code] ?? null, words: reasonOf(answer) })
      return
    }
    draft.drop()
    toast('success', t('devices:place.saved'))
    onSaved()
  }
  const close = () => {
    draft.drop()
    onClose()
  }
  const chosen = (name: keyof Place, options: readonly { id: number; title: string }[] | undefined, none: string | null) => {
    const offered = options ?? []
    const known = value[name] === NONE || offered.some(({ id }) => String(id) === value[name])
    return (
      <TextField
        select
        label={t(`devices:place.${name}`)}
        // What is not among the options yet is shown when they have come.
        value={known ? value[name] : NONE}
        error={fault?.at === name}
        helperText={fault?.at === name ? fault.words : undefined}
        onChange={({ target }) =>
          set(name === 'areaId' ? { areaId: target.value, landId: NONE, parentId: NONE } : { [name]: target.value })
        }
      >
        {none !== null && <MenuItem value={NONE}>{none}</MenuItem>}
        {offered.map(({ id, title }) => (
          <MenuItem key={id} value={String(id)}>
            {title}
          </MenuItem>
        ))}
      </TextField>
    )
  }
  return (
    <Modal open onClose={close} width={480} title={t('crud:pair', { one: t('devices:place.title'), two: of.name })}>
      <Stack component="form" noValidate spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote shown={draft.brought} onDrop={draft.undo} />
        {chosen('areaId', bases.data?.content, null)}
        {chosen('landId', plots.data?.content, t('devices:place.noLand'))}
        {chosen(
          'parentId',
          fronts.data?.content.filter(({ id }) => id !== of.id).map(({ id, name }) => ({ id, title: name })),
          t('devices:place.noParent'),
        )}
        {fault?.at === null && <Alert severity="error">{fault.words}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('devices:place.save')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
