import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { gateway, gatewayCalls } from '#contract/devices/gateway'
import { type DeviceType, deviceTypes } from '#contract/devices/deviceType'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { ResourceForm } from '#src/crud/ResourceForm.tsx'
import { useOpened } from '#src/crud/useRecords.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { PlaceAmongNeighbours } from './PlaceAmongNeighbours.tsx'
import type { Credentials } from './SecretDialog.tsx'

const LAYOUT = [
  ['name', 'eui'],
  ['deviceType', 'reportingMinutes'],
  ['areaId', 'landId'],
  ['latlng'],
  ['iccid', 'fileUrl'],
  ['enabledFlag'],
] as const
/** A device stands on a plot of its own base. */
const PlotInput = (props: InputProps) => <ReferenceInput {...props} within={(useWatch({ name: 'areaId' }) as number | null) ?? undefined} />
const INPUTS = { landId: PlotInput, latlng: PlaceAmongNeighbours }

/** Which input a failure of the whole call belongs to. */
const inputOf: Partial<Record<string, keyof typeof gateway.fields>> = {
  'error.device.euiTaken': 'eui',
  'error.device.areaUnknown': 'areaId',
  'error.device.landUnknown': 'landId',
}
function besideInput<Answer extends object>(answer: Answer | CallFailure): Answer | CallFailure {
  if (!isFailure(answer)) return answer
  const input = inputOf[answer.code]
  return input === undefined ? answer : { ...answer, fields: { [input]: answer.message, ...answer.fields } }
}

/** Makes a device, or changes one; `id` null makes a new one in the base `areaId` unless another is chosen. */
export function DeviceForm({
  id,
  areaId,
  types,
  onClose,
  onSaved,
}: {
  id: number | null
  areaId: number | null
  /** What may be made here; the first one unless another is chosen. */
  types: readonly DeviceType[]
  onClose: () => void
  /** With the credentials of a new device. */
  onSaved: (credentials: Credentials | null) => void
}) {
  const { t } = useTranslation()
  const guard = useLeaveGuard()
  const { opened, error, reload } = useOpened(gateway, id)
  const options = useMemo(() => ({ deviceType: types.map((value) => ({ value, label: t(`devices:type.${value}`) })) }), [t, types])
  return (
    <Modal
      open
      keepOpen
      onClose={() => guard.leave(onClose)}
      width={720}
      title={t(id === null ? 'devices:gateway.add' : 'devices:gateway.edit')}
    >
      {id === null || opened ? (
        <ResourceForm
          key={opened?.objectVersionNumber ?? 0}
          of={gateway}
          id={id}
          guard={guard}
          layout={LAYOUT}
          options={options}
          onCancel={onClose}
          inputs={INPUTS}
          initial={(opened as object | null) ?? { areaId, deviceType: types[0], reportingMinutes: deviceTypes[types[0]!].minutes }}
          // A device signs in by its number: with another one it is another device.
          fixed={id === null ? [] : ['eui']}
          save={async (values) => {
            if (id !== null && opened) {
              const body = { ...values, id, objectVersionNumber: opened.objectVersionNumber }
              return besideInput(await call(gatewayCalls.update, { body }, { quiet: true }))
            }
            const made = await call(gatewayCalls.create, { body: values }, { quiet: true })
            if (!isFailure(made)) onSaved({ name: made.name, deviceType: made.deviceType, userName: made.userName, secret: made.secret })
            return besideInput(made)
          }}
          onSaved={() => {
            toast('success', t(id === null ? 'devices:gateway.created' : 'devices:gateway.saved'))
            if (id !== null) onSaved(null)
          }}
          onReload={reload}
        />
      ) : error ? (
        <ErrorState compact error={error} onRetry={reload} />
      ) : (
        <SkeletonList rows={6} height={56} />
      )}
    </Modal>
  )
}
