import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls, type CollectItem } from '#contract/devices/collect'
import { fieldFaults } from '#contract/core/fieldFault'
import { call } from '#src/api/call.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useSaving } from '../useSaving.ts'
import { CalculatedForm } from './CalculatedForm.tsx'
import { CalibrationForm } from './CalibrationForm.tsx'

const texts = ['name', 'unit', 'low', 'high', 'description'] as const
type Draft = Record<(typeof texts)[number], string> & { readonly hidden: boolean }

const written = (value: string) => (value.trim() === '' ? null : value.trim())
const number = (value: string) => (value.trim() === '' ? null : Number.isFinite(Number(value)) ? Number(value) : value)

/** Names a collect item, sets its unit and normal band, hides it; leads to its calibration, or to how it is calculated. */
export function ItemForm({
  item,
  siblings,
  onClose,
  onSaved,
  onTreated,
}: {
  item: CollectItem
  /** The items of its device. */
  siblings: readonly CollectItem[]
  onClose: () => void
  onSaved: () => void
  /** It was calibrated, or is calculated otherwise or no more. */
  onTreated: () => void
}) {
  const { t } = useTranslation()
  const [treating, setTreating] = useState(false)
  const { calculation } = item
  const section = t(calculation === null ? 'devices:calibration.section' : 'devices:calculated.section')
  const treatment =
    calculation === null
      ? t(item.calibrated ? 'devices:calibration.on' : 'devices:calibration.off')
      : t('devices:calculated.from', {
          formula: t(`devices:item.${calculation.formula}`),
          sources: calculation.sourceIds
            .flatMap((id) => siblings.find((one) => one.id === id)?.name ?? [])
            .join(t('devices:calculated.and')),
        })
  const treated = () => {
    setTreating(false)
    onTreated()
  }
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
        <FormEnd failure={failure} saving={saving} onCancel={close} />
      </Stack>
      <Stack component="section" aria-label={section} spacing={1} sx={{ mt: 2 }}>
        <Divider />
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <Stack sx={{ flex: 1, minWidth: 200 }}>
            <Typography variant="h3" component="h3">
              {section}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {treatment}
            </Typography>
          </Stack>
          <Button variant="outlined" onClick={() => setTreating(true)}>
            {t(calculation === null ? 'devices:calibration.open' : 'devices:calculated.open')}
          </Button>
        </Stack>
      </Stack>
      {treating && calculation === null && <CalibrationForm item={item} onClose={() => setTreating(false)} onSaved={treated} />}
      {treating && calculation !== null && (
        <CalculatedForm deviceId={item.concentratorId} item={item} items={siblings} onClose={() => setTreating(false)} onSaved={treated} />
      )}
    </Modal>
  )
}
