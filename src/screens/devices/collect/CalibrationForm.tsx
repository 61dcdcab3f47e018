import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import { keepPreviousData } from '@tanstack/react-query'
import dayjs from 'dayjs'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calibrationCalls, corrected } from '#contract/devices/calibration'
import type { CollectItem } from '#contract/devices/collect'
import { fieldFaults } from '#contract/core/fieldFault'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { Dates } from '#src/ui/Dates.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { useSaving } from '../useSaving.ts'
import { CalibrationHistory } from './CalibrationHistory.tsx'
import { NO_POINTS, TwoPoints, type TwoPointsDraft } from './TwoPoints.tsx'

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
  const { value, brought, change, undo, drop } = useDraftState<Draft>(`calibration ${item.id}`, UNTOUCHED)
  const { faults, setFaults, failure, saving, changed, close, send } = useSaving({
    saved: t('devices:calibration.saved'),
    drop,
    onSaved,
    onClose,
  })
  const write = (next: Partial<Draft>) => {
    change({ ...value, ...next })
    setFaults({})
    changed()
  }
  const standing = query.data
  if (!standing)
    return (
      <Modal open onClose={onClose} width={560} title={t('devices:calibration.title', { name: item.name })}>
        {query.isError ? <ErrorState compact error={query.error} onRetry={() => void query.refetch()} /> : <SkeletonList rows={6} />}
      </Modal>
    )
  const factor = value.factor === undefined ? standing.now.factor : value.factor
  const offset = value.offset === undefined ? standing.now.offset : value.offset
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const since = value.back ? value.since : null
    const given = { factor, offset, reason: value.reason.trim(), since, objectVersionNumber: standing.objectVersionNumber }
    const parsed = calibrationCalls.set.body.safeParse(given)
    const wrong = parsed.success
      ? {}
      : Object.fromEntries(
          Object.values(fieldFaults(parsed.error, given)).map(({ field, key, params }) => [field, t(`errors:field.${key}`, params)]),
        )
    if (value.back && since === null) Object.assign(wrong, { since: t('errors:field.required') })
    setFaults(wrong)
    if (parsed.success && Object.keys(wrong).length === 0)
      await send(call(calibrationCalls.set, { params: { id: item.id }, body: parsed.data }, { quiet: true }))
  }
  const show = (number: number | null) =>
    `${formatValue(number, i18n.language, PREVIEW_DIGITS)}${item.unit === null || number === null ? '' : ` ${item.unit}`}`
  const raw = standing.newest?.raw ?? null
  const would = raw === null || typeof factor !== 'number' || typeof offset !== 'number' ? null : corrected(raw, { factor, offset })
  return (
    <Modal open onClose={close} width={560} title={t('devices:calibration.title', { name: item.name })} keepOpen>
      <Stack spacing={2}>
        <Stack component="form" noValidate spacing={1.5} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
          <DraftNote shown={brought} onDrop={undo} />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('devices:calibration.lead')}
          </Typography>
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr' }}>
            <NumberField
              label={t('devices:calibration.factor')}
              value={factor}
              error={Boolean(faults['factor'])}
              helperText={faults['factor'] || ' '}
              onChange={(next) => write({ factor: next })}
            />
            <NumberField
              label={t('devices:calibration.offset')}
              value={offset}
              {...(item.unit === null ? {} : { unit: item.unit })}
              error={Boolean(faults['offset'])}
              helperText={faults['offset'] || ' '}
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
          <TextField
            name="reason"
            required
            label={t('devices:calibration.reason')}
            value={value.reason}
            error={Boolean(faults['reason'])}
            helperText={faults['reason'] || ' '}
            onChange={({ target }) => write({ reason: target.value })}
          />
          <FormControlLabel
            label={t('devices:calibration.back')}
            control={<Checkbox checked={value.back} onChange={(_, back) => write({ back })} />}
          />
          {value.back && (
            <Dates>
              <DateTimePicker
                label={t('devices:calibration.since')}
                format="YYYY-MM-DD HH:mm"
                disableFuture
                value={value.since === null ? null : dayjs(value.since)}
                onChange={(at) => write({ since: at?.isValid() ? at.valueOf() : null })}
                slotProps={{
                  textField: {
                    size: 'small',
                    error: Boolean(faults['since']),
                    helperText: faults['since'] || t('devices:calibration.backHint'),
                  },
                }}
              />
            </Dates>
          )}
          {failure !== undefined && <Alert severity="error">{failure}</Alert>}
          <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
            <Button onClick={close}>{t('crud:cancel')}</Button>
            <Button type="submit" variant="contained" loading={saving}>
              {t('devices:calibration.save')}
            </Button>
          </Stack>
        </Stack>
        <Divider />
        <CalibrationHistory
          entries={standing.history.content}
          total={standing.history.totalElements}
          paging={paging}
          onPaging={setPaging}
        />
      </Stack>
    </Modal>
  )
}
