import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Alert from '@mui/material/Alert'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls, type CollectItem } from '#contract/devices/collect'
import { fieldFaults } from '#contract/core/fieldFault'
import { call } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useSaving } from '../useSaving.ts'
import { CalibrationForm } from './CalibrationForm.tsx'

const texts = ['name', 'unit', 'low', 'high', 'description'] as const
type Draft = Record<(typeof texts)[number], string> & { readonly hidden: boolean }

const written = (value: string) => (value.trim() === '' ? null : value.trim())
const number = (value: string) => (value.trim() === '' ? null : Number.isFinite(Number(value)) ? Number(value) : value)

/** Names a collect item, sets its unit and normal band, hides it; leads to its calibration. */
export function ItemForm({
  item,
  onClose,
  onSaved,
  onCalibrated,
}: {
  item: CollectItem
  onClose: () => void
  onSaved: () => void
  onCalibrated: () => void
}) {
  const { t } = useTranslation()
  const [calibrating, setCalibrating] = useState(false)
  const { value, brought, change, undo, drop } = useDraftState<Draft>(`item ${item.id}`, {
    name: item.name,
    unit: item.unit ?? '',
    low: item.low === null ? '' : String(item.low),
    high: item.high === null ? '' : String(item.high),
    description: item.description ?? '',
    hidden: item.hidden === 1,
  })
  const { hidden, ...draft } = value
  const { faults, setFaults, failure, saving, changed, close, send } = useSaving({
    saved: t('devices:itemForm.saved'),
    drop,
    onSaved,
    onClose,
  })
  const write = (name: (typeof texts)[number], typed: string) => {
    change({ ...value, [name]: typed })
    setFaults({ ...faults, [name]: '' })
    changed()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const given = {
      id: item.id,
      name: written(draft.name),
      unit: written(draft.unit),
      description: written(draft.description),
      low: number(draft.low),
      high: number(draft.high),
      hidden: hidden ? 1 : 0,
      objectVersionNumber: item.objectVersionNumber,
    }
    const parsed = collectCalls.editItem.body.safeParse(given)
    if (!parsed.success) {
      setFaults(
        Object.fromEntries(
          Object.values(fieldFaults(parsed.error, given)).map(({ field, key, params }) => [field, t(`errors:field.${key}`, params)]),
        ),
      )
      return
    }
    if (parsed.data.low !== null && parsed.data.high !== null && parsed.data.low > parsed.data.high) {
      setFaults({ low: t('devices:itemForm.order') })
      return
    }
    await send(call(collectCalls.editItem, { body: parsed.data }, { quiet: true }))
  }
  return (
    <Modal open onClose={close} width={480} title={t('devices:itemForm.title')} keepOpen>
      <Stack component="form" noValidate spacing={1} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        {texts.map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(`devices:itemForm.${name}`)}
            value={draft[name]}
            error={Boolean(faults[name])}
            helperText={faults[name] || (name === 'name' ? t('devices:itemForm.default') : ' ')}
            onChange={({ target }) => write(name, target.value)}
            slotProps={{ htmlInput: name === 'low' || name === 'high' ? { inputMode: 'decimal' } : {} }}
          />
        ))}
        <FormControlLabel
          label={t('devices:itemForm.hidden')}
          control={
            <Switch
              checked={hidden}
              onChange={(_, on) => {
                change({ ...value, hidden: on })
                changed()
              }}
            />
          }
        />
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('crud:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('crud:save')}
          </Button>
        </Stack>
      </Stack>
      {item.calculation === null && (
        <Stack component="section" aria-label={t('devices:calibration.section')} spacing={1} sx={{ mt: 2 }}>
          <Divider />
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
            <Stack sx={{ flex: 1, minWidth: 200 }}>
              <Typography variant="h3" component="h3">
                {t('devices:calibration.section')}
              </Typography>
              <Typography variant="body2" color="text.secondary">
                {t(item.calibrated ? 'devices:calibration.on' : 'devices:calibration.off')}
              </Typography>
            </Stack>
            <Button variant="outlined" onClick={() => setCalibrating(true)}>
              {t('devices:calibration.open')}
            </Button>
          </Stack>
        </Stack>
      )}
      {calibrating && (
        <CalibrationForm
          item={item}
          onClose={() => setCalibrating(false)}
          onSaved={() => {
            setCalibrating(false)
            onCalibrated()
          }}
        />
      )}
    </Modal>
  )
}
