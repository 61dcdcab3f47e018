import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker'
import dayjs from 'dayjs'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmFace } from '#contract/alarms/alarm'
import { useDraftState } from '#src/session/useDraft.ts'
import { Dates } from '#src/ui/Dates.tsx'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useAlarmActs } from '../useAlarmActs.ts'

/** In minutes. */
const SPANS = [15, 60, 480] as const
/** A week. */
const MOST_MINUTES = 10_080
const MINUTE_MS = 60_000

interface ShelveDraft {
  readonly span: number | 'until'
  readonly comment: string
}
const BEGUN: ShelveDraft = { span: 60, comment: '' }

/** From now on, begun ones counted whole. */
const minutesTo = (at: number): number => Math.ceil((at - Date.now()) / MINUTE_MS)

/** Puts alarms aside for a while, with a word why. */
export function ShelveDialog({ alarms, onClose }: { alarms: readonly AlarmFace[]; onClose: () => void }) {
  const { t } = useTranslation()
  const acts = useAlarmActs()
  const { value, brought, change, undo, drop } = useDraftState<ShelveDraft>(`shelve ${alarms.map(({ id }) => id).join(' ')}`, BEGUN)
  const { span, comment } = value
  const [until, setUntil] = useState(() => Date.now() + 60 * MINUTE_MS)
  const [fault, setFault] = useState<string>()
  const [sending, setSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const minutes = span === 'until' ? minutesTo(until) : span
    if (!(minutes >= 1 && minutes <= MOST_MINUTES)) return setFault(t('alarms:shelve.limits'))
    setSending(true)
    const done = await acts.shelve(
      alarms.map(({ id }) => id),
      minutes,
      comment,
    )
    setSending(false)
    if (done) close()
  }
  const close = () => {
    drop()
    onClose()
  }
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      width={480}
      title={
        alarms.length === 1 ? t('alarms:shelve.one', { name: alarms[0]!.ruleName }) : t('alarms:shelve.many', { count: alarms.length })
      }
    >
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        <DraftNote shown={brought} onDrop={undo} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('alarms:shelve.text')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={span}
          aria-label={t('alarms:shelve.span')}
          onChange={(_, next: number | 'until' | null) => next !== null && change({ ...value, span: next })}
          sx={{ flexWrap: 'wrap' }}
        >
          {SPANS.map((minutes) => (
            <ToggleButton key={minutes} value={minutes} sx={{ minHeight: 44 }}>
              {minutes < 60 ? t('alarms:span.minutes', { count: minutes }) : t('alarms:span.hours', { count: minutes / 60 })}
            </ToggleButton>
          ))}
          <ToggleButton value="until" sx={{ minHeight: 44 }}>
            {t('alarms:shelve.until')}
          </ToggleButton>
        </ToggleButtonGroup>
        {span === 'until' && (
          <Dates>
            <DateTimePicker
              label={t('alarms:shelve.at')}
              format="YYYY-MM-DD HH:mm"
              ampm={false}
              disablePast
              value={dayjs(until)}
              onChange={(at) => {
                setFault(undefined)
                setUntil(at?.isValid() ? at.valueOf() : Number.NaN)
              }}
              slotProps={{ textField: { size: 'small', fullWidth: true, error: fault !== undefined, helperText: fault } }}
            />
          </Dates>
        )}
        <TextField
          label={t('alarms:comment.label')}
          value={comment}
          multiline
          minRows={2}
          helperText={t('alarms:shelve.comment')}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
          onChange={({ target }) => change({ ...value, comment: target.value })}
        />
        <FormEnd saving={sending} send={t('alarms:act.shelve')} onCancel={close} />
      </Stack>
    </Modal>
  )
}
