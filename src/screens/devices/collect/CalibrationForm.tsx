import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calibrationCalls, corrected } from '#contract/devices/calibration'
import type { CollectItem } from '#contract/devices/collect'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { CalibrationHistory } from './CalibrationHistory.tsx'
import { NO_POINTS, TwoPoints, type TwoPointsDraft } from './TwoPoints.tsx'
import { MomentInput } from '#src/ui/MomentInput.tsx'

const PAGE = 5
const PREVIEW_DIGITS = 4
/** Factor and offset as far as two measured points tell them. */
const rounded = (value: number) => Number(value.toPrecision(9))

interface Draft {
  /** undefined: as it stands. */
  readonly factor: number | string | null | undefined
  readonly offset: number | string | null | undefined
  readonly reason: string
  readonly back: boolean
  readonly since: number | null
  readonly points: TwoPointsDraft
}
const UNTOUCHED: Draft = { factor: undefined, offset: undefined, reason: '', back: false, since: null, points: NO_POINTS }

/** Corrects the readings of an item from now on, or from a moment on, and shows how they were corrected before. */
export function CalibrationForm({ item, onClose, onSaved }: { item: CollectItem; onClose: () => void; onSaved: () => void }) {
  const { t, i18n } = useTranslation()
  const [paging, setPaging] = useState({ page: 1, size: PAGE })
  const query = useCall(calibrationCalls.get, { params: { id: item.id }, query: paging }, { placeholderData: keepPreviousData })
  const form = useFormWindow({ draft: `calibration ${item.id}`, begun: UNTOUCHED, shows: ['factor', 'offset', 'reason', 'since'], onClose })
  const { value } = form
  const write = (next: Partial<Draft>) => {
    form.put(next)
    form.say({})
  }
  const standing = query.data
  if (!standing)
    return (
      <Modal open onClose={onClose} width={560} title={t('devices:calibration.title', { name: item.name })}>
        <ListGate compact query={query} rows={6} />
      </Modal>
    )
  const factor = value.factor === undefined ? standing.now.factor : value.factor
  const offset = value.offset === undefined ? standing.now.offset : value.offset
  const save = () => {
    const since = value.back ? value.since : null
    const given = { factor, offset, reason: value.reason.trim(), since, objectVersionNumber: standing.objectVersionNumber }
    const body = form.read(calibrationCalls.set.body, given, value.back && since === null ? { since: t('errors:field.required') } : {})
    if (body === null) return
    return form.send(
      () => call(calibrationCalls.set, { params: { id: item.id }, body }, { quiet: true }),
      t('devices:calibration.saved'),
      onSaved,
    )
  }
  const show = (number: number | null) =>
    `${formatValue(number, i18n.language, PREVIEW_DIGITS)}${item.unit === null || number === null ? '' : ` ${item.unit}`}`
  const raw = standing.newest?.raw ?? null
  const would = raw === null || typeof factor !== 'number' || typeof offset !== 'number' ? null : corrected(raw, { factor, offset })
  return (
    <FormWindow
      form={form}
      width={560}
      spacing={1.5}
      title={t('devices:calibration.title', { name: item.name })}
      send={t('devices:calibration.save')}
      after={
        <Stack spacing={2} sx={{ mt: 2 }}>
          <Divider />
          <CalibrationHistory
            entries={standing.history.content}
            total={standing.history.totalElements}
            paging={paging}
            onPaging={setPaging}
          />
        </Stack>
      }
      onSave={save}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('devices:calibration.lead')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
        <NumberField
          label={t('devices:calibration.factor')}
          value={factor}
          {...form.fault('factor', ' ')}
          onChange={(next) => write({ factor: next })}
        />
        <NumberField
          label={t('devices:calibration.offset')}
          value={offset}
          {...(item.unit === null ? {} : { unit: item.unit })}
          {...form.fault('offset', ' ')}
          onChange={(next) => write({ offset: next })}
        />
      </Box>
      <Alert severity="info" icon={false} role="note" aria-live="polite">
        {raw === null
          ? t('devices:calibration.noReading')
          : t('devices:calibration.preview', { raw: show(raw), stored: show(standing.newest?.value ?? null), would: show(would) })}
      </Alert>
      <TwoPoints
        value={value.points}
        unit={item.unit}
        onChange={(points) => write({ points })}
        onTaken={(found) => write({ factor: rounded(found.factor), offset: rounded(found.offset) })}
      />
      <TextField name="reason" required label={t('devices:calibration.reason')} {...form.text('reason', ' ')} />
      <FormControlLabel
        label={t('devices:calibration.back')}
        control={<Checkbox checked={value.back} onChange={(_, back) => write({ back })} />}
      />
      {value.back && (
        <MomentInput
          label={t('devices:calibration.since')}
          disableFuture
          value={value.since}
          onChange={(since) => write({ since })}
          slotProps={{
            textField: { size: 'small', ...form.fault('since', t('devices:calibration.backHint')) },
          }}
        />
      )}
    </FormWindow>
  )
}
