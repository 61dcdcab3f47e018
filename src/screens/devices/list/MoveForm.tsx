import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceCalls } from '#contract/devices/device'
import { GATEWAY_TYPES } from '#contract/devices/deviceType'
import { gateway } from '#contract/devices/gateway'
import type { CallFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'

/** What may have others behind it. */
const FRONTS = [...GATEWAY_TYPES, 'lorawan_gateway'].join()
const NONE = ''
const BESIDE = {
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
  const begun: Record<'areaId' | 'landId' | 'parentId', number | null> = {
    areaId: of?.areaId ?? null,
    landId: of?.landId ?? null,
    parentId: of?.parentId ?? null,
  }
  const form = useFormWindow({ draft: `move ${of?.id ?? ''}`, begun, beside: BESIDE, onClose })
  const { value, faults } = form
  const { areaId, landId, parentId } = value
  const [tried, setTried] = useState(false)
  const fronts = useCall(
    deviceCalls.tenantAll,
    { query: { page: 1, size: 0, areaId: areaId ?? 0, deviceTypes: FRONTS } },
    { enabled: of !== null && areaId !== null },
  )
  const offered = (fronts.data?.content ?? []).filter(({ id }) => id !== of?.id)
  const set = (given: Partial<typeof value>) => {
    form.put(given)
    form.say({})
  }
  const send = () => {
    setTried(true)
    if (areaId === null) return
    return form.send(() => onMove({ areaId, landId, ...(of === null ? {} : { parentId }) }), saved, onMoved)
  }
  const shared = { onBlur: () => undefined }
  return (
    <FormWindow form={form} width={460} spacing={1} title={title} send={t('devices:bulk.move')} onSave={send}>
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
          {...form.fault('parentId', ' ')}
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
    </FormWindow>
  )
}
