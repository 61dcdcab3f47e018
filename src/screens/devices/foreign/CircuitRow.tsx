import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import type { ForeignProtocol } from '#contract/devices/mapping'
import { NumberField } from '#src/ui/NumberField.tsx'
import { type CircuitDraft, DRAWN_STATUSES } from './mappingDraft.ts'
import { RowFrame } from './RowFrame.tsx'

/** How one circuit is told off and on, and by which values of which key it shows. */
export function CircuitRow({
  value,
  protocol,
  fault,
  onChange,
}: {
  value: CircuitDraft
  protocol: ForeignProtocol
  fault: string | undefined
  onChange: (value: CircuitDraft | null) => void
}) {
  const { t } = useTranslation()
  const set = (given: Partial<CircuitDraft>) => onChange({ ...value, ...given })
  return (
    <RowFrame
      name={t('devices:control.circuit', { circuit: value.circuit === null ? '' : String(value.circuit) })}
      fault={fault}
      onRemove={() => onChange(null)}
    >
      <NumberField label={t('devices:foreign.number')} value={value.circuit} onChange={(circuit) => set({ circuit })} />
      {protocol === 'chirpstack' ? (
        <>
          <NumberField label={t('devices:foreign.port')} value={value.port} onChange={(port) => set({ port })} />
          <FormControlLabel
            control={<Switch checked={value.confirmed} onChange={(_, confirmed) => set({ confirmed })} />}
            label={t('devices:foreign.confirmed')}
          />
        </>
      ) : (
        <TextField
          label={t(protocol === 'sparkplug' ? 'devices:foreign.writes' : 'devices:foreign.method')}
          value={value.method}
          onChange={({ target }) => set({ method: target.value })}
        />
      )}
      {DRAWN_STATUSES.map((status) => (
        <TextField
          key={`told ${status}`}
          label={t(`devices:foreign.told${status}`)}
          value={value.params[status]}
          onChange={({ target }) => set({ params: { ...value.params, [status]: target.value } })}
        />
      ))}
      <TextField label={t('devices:foreign.stateKey')} value={value.key} onChange={({ target }) => set({ key: target.value })} />
      {DRAWN_STATUSES.map((status) => (
        <TextField
          key={`shows ${status}`}
          label={t(`devices:foreign.shows${status}`)}
          value={value.shows[status]}
          onChange={({ target }) => set({ shows: { ...value.shows, [status]: target.value } })}
        />
      ))}
    </RowFrame>
  )
}
