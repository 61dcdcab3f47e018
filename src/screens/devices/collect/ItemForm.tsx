import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { collectCalls, type CollectItem } from '#contract/devices/collect'
import { call } from '#src/api/call.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
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
  const begun: Draft = {
    name: item.name,
    unit: item.unit ?? '',
    low: item.low === null ? '' : String(item.low),
    high: item.high === null ? '' : String(item.high),
    description: item.description ?? '',
    hidden: item.hidden === 1,
  }
  const form = useFormWindow({ draft: `item ${item.id}`, begun, onClose })
  const { hidden, ...draft } = form.value
  const save = () => {
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
    const { low, high } = given
    const isOrdered = typeof low !== 'number' || typeof high !== 'number' || low <= high
    const body = form.read(collectCalls.editItem.body, given, isOrdered ? {} : { low: t('devices:itemForm.order') })
    if (body === null) return
    return form.send(() => call(collectCalls.editItem, { body }, { quiet: true }), t('devices:itemForm.saved'), onSaved)
  }
  const treatments = (
    <>
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
    </>
  )
  return (
    <FormWindow form={form} spacing={1} title={t('devices:itemForm.title')} after={treatments} onSave={save}>
      {texts.map((name) => (
        <TextField
          key={name}
          name={name}
          label={t(`devices:itemForm.${name}`)}
          slotProps={{ htmlInput: name === 'low' || name === 'high' ? { inputMode: 'decimal' } : {} }}
          {...form.text(name, name === 'name' ? t('devices:itemForm.default') : ' ')}
        />
      ))}
      <FormControlLabel
        label={t('devices:itemForm.hidden')}
        control={<Switch checked={hidden} onChange={(_, on) => form.put({ hidden: on })} />}
      />
    </FormWindow>
  )
}
