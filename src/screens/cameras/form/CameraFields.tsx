import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CAMERA_ENTERS, CAMERA_TYPES, type CameraBody, cameraCalls, DRIVEN_ENTERS } from '#contract/cameras/camera'
import type { NearbyCamera } from '#contract/cameras/discovery'
import { CAMERA_MANAGER, CAMERAS_CREATE } from '#contract/cameras/permission'
import { gateway } from '#contract/devices/gateway'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { PlaceInput } from '#src/map/GeoInput.tsx'
import { encryptKept } from '#src/session/encryptSecret.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import type { LeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { type CameraDraft, draftOf, type Reached, readDraft } from './cameraDraft.ts'
import { Nearby } from './Nearby.tsx'
import { Probe } from './Probe.tsx'
import { ReachFields } from './ReachFields.tsx'
import { StreamAddresses } from './StreamAddresses.tsx'

const NAME_MAX = 60
const SERIAL_MAX = 40
/** Which input a failure of the whole call belongs to. */
const inputOf: Partial<Record<string, keyof CameraDraft>> = {
  'error.camera.serialTaken': 'deviceSerial',
  'error.camera.enter': 'cameraEnter',
  'error.camera.password': 'password',
  'error.secret.long': 'password',
  'error.device.areaUnknown': 'areaId',
  'error.device.landUnknown': 'landId',
}
/** Who may add cameras may look for them. */
const ADDERS = [CAMERAS_CREATE, CAMERA_MANAGER] as const
const STALE_CODE = 'error.version.stale'

/** The fields of a camera, with a picture of it before it is saved. */
export function CameraFields({
  of,
  areaId,
  guard,
  onReload,
  onClose,
}: {
  /** Null of a new one. */
  of: Reached | null
  areaId: number | null
  guard: LeaveGuard
  onReload: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const held = useHeld(ADDERS)
  const mayAdd = ADDERS.some(held)
  const queries = useQueryClient()
  const draft = useDraft<Omit<CameraDraft, 'password'>>(`camera ${of?.id ?? 'new'} ${of?.objectVersionNumber ?? 0}`)
  const [value, setValue] = useState<CameraDraft>(() => ({ ...draftOf(of, areaId), ...draft.found }))
  const [brought, setBrought] = useState(draft.found !== null)
  const [faults, setFaults] = useState<Readonly<Partial<Record<string, string>>>>({})
  const [failure, setFailure] = useState<CallFailure>()
  const [saving, setSaving] = useState(false)
  const set = (next: Partial<CameraDraft>) => {
    const typed = { ...value, ...next }
    setValue(typed)
    const { password: _, ...kept } = typed
    draft.keep(kept)
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in next))))
    guard.setDirty(true, draft.drop)
  }
  const addFaults = (found: Readonly<Partial<Record<string, string>>>) => setFaults((now) => ({ ...now, ...found }))
  const choose = ({ onvifUrl, name }: NearbyCamera) =>
    set(value.name.trim() === '' && name !== '' ? { onvifUrl, name: name.slice(0, NAME_MAX) } : { onvifUrl })
  const send = async (typed: CameraBody) => {
    const password = await encryptKept(typed.password)
    if (isFailure(password)) return password
    const body = { ...typed, password }
    return of === null
      ? call(cameraCalls.add, { body }, { quiet: true })
      : call(cameraCalls.edit, { body: { ...body, id: of.id, objectVersionNumber: of.objectVersionNumber } }, { quiet: true })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    const { body, faults: found } = readDraft(value)
    setFaults(Object.fromEntries((found ?? []).map(([field, key, params]) => [field, String(t(asWordKey(`errors:field.${key}`), params))])))
    if (body === null) return
    setSaving(true)
    const answer = await send(body)
    setSaving(false)
    if (isFailure(answer)) {
      const at = inputOf[answer.code]
      if (answer.fields || at) setFaults({ ...(at ? { [at]: reasonOf(answer) } : {}), ...answer.fields })
      else setFailure(answer)
      return
    }
    guard.setDirty(false)
    draft.drop()
    void queries.invalidateQueries({ queryKey: queryKeyOf(cameraCalls.page) })
    toast('success', t(of === null ? 'cameras:added' : 'cameras:saved'))
    onClose()
  }
  const box = (name: keyof CameraDraft) => ({
    name,
    fullWidth: true,
    label: t(asWordKey(`cameras:form.${name}`)) as string,
    error: faults[name] !== undefined,
    helperText: faults[name] ?? ' ',
  })
  const textBox = (name: 'name' | 'deviceSerial', maxLength: number) => (
    <TextField
      {...box(name)}
      required
      value={value[name]}
      slotProps={{ htmlInput: { maxLength } }}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  )
  const reference = { disabled: false, onBlur: () => undefined }
  const enters: readonly number[] = of === null ? DRIVEN_ENTERS : Object.values(CAMERA_ENTERS)
  const grid = { display: 'grid', columnGap: 2, rowGap: 0.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }
  return (
    <Stack component="form" noValidate sx={{ gap: 1, pt: 1 }} onSubmit={(event) => void save(event)}>
      <DraftNote
        shown={brought}
        onDrop={() => {
          draft.drop()
          setValue(draftOf(of, areaId))
          setBrought(false)
        }}
      />
      <Box sx={grid}>
        {textBox('name', NAME_MAX)}
        {textBox('deviceSerial', SERIAL_MAX)}
        <SelectField
          {...box('cameraType')}
          value={value.cameraType}
          words={Object.values(CAMERA_TYPES).map((one) => [one, t(`cameras:type.${one}`)])}
          onChange={(cameraType) => set({ cameraType })}
        />
        <SelectField
          {...box('cameraEnter')}
          value={value.cameraEnter}
          words={enters.map((one) => [one, t(asWordKey(`cameras:enter.${one}`)) as string])}
          onChange={(cameraEnter) => set({ cameraEnter })}
        />
        <ReferenceInput
          {...reference}
          name="areaId"
          label={t('cameras:form.areaId')}
          field={gateway.fields.areaId}
          options={of === null ? [] : [{ value: of.areaId, label: of.areaName }]}
          value={value.areaId}
          // Another base has other plots.
          onChange={(next) => set({ areaId: next as number | null, landId: null })}
          fault={faults.areaId}
        />
        <ReferenceInput
          {...reference}
          key={value.areaId}
          name="landId"
          label={t('cameras:form.landId')}
          field={gateway.fields.landId}
          within={value.areaId ?? undefined}
          options={of === null || of.landId === null ? [] : [{ value: of.landId, label: of.landName ?? `#${of.landId}` }]}
          value={value.landId}
          onChange={(next) => set({ landId: next as number | null })}
          fault={faults.landId}
          disabled={value.areaId === null}
        />
        <NumberField {...box('channelNo')} value={value.channelNo} onChange={(channelNo) => set({ channelNo })} />
      </Box>
      <ReachFields
        value={value}
        faults={faults}
        passwordSet={of?.passwordSet ?? false}
        nearby={mayAdd && <Nearby chosen={value.onvifUrl} onChoose={choose} />}
        streams={<StreamAddresses draft={value} id={of?.id} onChange={set} onFault={addFaults} />}
        onChange={set}
      />
      <Probe draft={value} id={of?.id} onFault={addFaults} />
      <PlaceInput
        name="latlng"
        label={t('cameras:form.latlng')}
        required={false}
        disabled={false}
        fault={faults.latlng}
        value={value.latlng}
        onChange={(latlng) => set({ latlng })}
      />
      <FormEnd
        failure={failure && reasonOf(failure)}
        onReload={failure?.code === STALE_CODE ? onReload : undefined}
        saving={saving}
        onCancel={() => guard.leave(onClose)}
      />
    </Stack>
  )
}
