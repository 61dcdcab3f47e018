import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceCalls } from '#contract/devices/device'
import { GATEWAY_TYPES } from '#contract/devices/deviceType'
import { gateway } from '#contract/devices/gateway'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { PartForm } from '../PartForm.tsx'
import { useSaving } from '../useSaving.ts'

/** What may have others behind it. */
const FRONTS = [...GATEWAY_TYPES, 'lorawan_gateway'].join()
const NONE = ''
const failsAt: Partial<Record<string, 'areaId' | 'landId' | 'parentId'>> = {
  'error.device.areaUnknown': 'areaId',
  'error.device.landUnknown': 'landId',
  'error.device.parentUnknown': 'parentId',
  'error.device.parentDeep': 'parentId',
}

export interface Place {
  readonly areaId: number
  /** Null: the base alone. */
  readonly landId: number | null
  /** The gateway that it stands behind, null none; without it each device stays behind its own. */
  readonly parentId?: number | null
}
/** Where something is that is moved, with what that is called. */
export interface Here {
  readonly id: number
  readonly areaId: number
  readonly areaName: string
  readonly landId: number | null
  readonly landName: string | null
  readonly parentId: number | null
}

const called = (value: number | null, label: string | null) => (value === null ? [] : [{ value, label: label ?? `#${value}` }])

/** Asks for the base, and a plot of it or none, that devices are moved to; of one device also what it stands behind there. */
export function MoveForm({
  title,
  text,
  of = null,
  saved,
  onMove,
  onMoved,
  onClose,
}: {
  title: string
  text: string
  /** The one device that is moved. */
  of?: Here | null
  /** What is said once they are moved; null where the moving tells of itself. */
  saved: string | null
  onMove: (to: Place) => Promise<object | CallFailure>
  onMoved: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { value, brought, change, undo, drop } = useDraftState<{ areaId: number | null; landId: number | null; parentId: number | null }>(
    `move ${of?.id ?? ''}`,
    { areaId: of?.areaId ?? null, landId: of?.landId ?? null, parentId: of?.parentId ?? null },
  )
  const { areaId, landId, parentId } = value
  const [tried, setTried] = useState(false)
  const saving = useSaving({ saved, drop, onSaved: onMoved, onClose })
  const { faults } = saving
  const fronts = useCall(
    deviceCalls.tenantAll,
    { query: { page: 1, size: 0, areaId: areaId ?? 0, deviceTypes: FRONTS } },
    { enabled: of !== null && areaId !== null },
  )
  const offered = (fronts.data?.content ?? []).filter(({ id }) => id !== of?.id)
  const set = (given: Partial<typeof value>) => {
    change({ ...value, ...given })
    saving.changed()
    saving.setFaults({})
  }
  const send = async () => {
    setTried(true)
    if (areaId === null) return
    const moved = onMove({ areaId, landId, ...(of === null ? {} : { parentId }) }).then((answer) => {
      const at = isFailure(answer) && failsAt[answer.code]
      return at ? { ...answer, fields: { [at]: reasonOf(answer) } } : answer
    })
    await saving.send(moved)
  }
  const shared = { onBlur: () => undefined }
  return (
    <PartForm title={title} saving={saving} draft={{ brought, undo }} width={460} send={t('devices:bulk.move')} onSave={() => void send()}>
      <Typography variant="body2" sx={{ color: 'text.secondary', pb: 1 }}>
        {text}
      </Typography>
      <ReferenceInput
        {...shared}
        name="areaId"
        label={t('devices:gateway.fields.areaId')}
        field={gateway.fields.areaId}
        options={of === null ? [] : called(of.areaId, of.areaName)}
        value={areaId}
        // Another base has other plots and gateways.
        onChange={(next) => set({ areaId: next as number | null, landId: null, parentId: null })}
        fault={faults.areaId ?? (tried && areaId === null ? t('errors:field.required') : undefined)}
        disabled={false}
      />
      <ReferenceInput
        {...shared}
        key={areaId}
        name="landId"
        label={t('devices:gateway.fields.landId')}
        field={gateway.fields.landId}
        within={areaId ?? undefined}
        options={of === null ? [] : called(of.landId, of.landName)}
        value={landId}
        onChange={(next) => set({ landId: next as number | null })}
        fault={faults.landId}
        disabled={areaId === null}
      />
      {of !== null && (
        <TextField
          select
          label={t('devices:place.parentId')}
          // What is not among the gateways yet is shown when they have come.
          value={offered.some(({ id }) => id === parentId) ? String(parentId) : NONE}
          error={faults.parentId !== undefined}
          helperText={faults.parentId ?? ' '}
          onChange={({ target }) => set({ parentId: target.value === NONE ? null : Number(target.value) })}
        >
          <MenuItem value={NONE}>{t('devices:place.noParent')}</MenuItem>
          {offered.map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </PartForm>
  )
}
