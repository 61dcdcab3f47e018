import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlarmFace } from '#contract/alarms/alarm'
import { describeAlarm } from '#src/alarms/describeAlarm.ts'
import { useAlarmWords } from '#src/alarms/useAlarmWords.ts'
import { FormWindow } from '#src/forms/FormWindow.tsx'
import { useFormWindow } from '#src/forms/useFormWindow.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { useAlarmActs } from '../useAlarmActs.ts'
import { MomentInput } from '#src/ui/MomentInput.tsx'

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
  const words = useAlarmWords()
  const form = useFormWindow({ draft: `shelve ${alarms.map(({ id }) => id).join(' ')}`, begun: BEGUN, asks: false, onClose })
  const { span, comment } = form.value
  const [until, setUntil] = useState(() => Date.now() + 60 * MINUTE_MS)
  const send = async () => {
    const minutes = span === 'until' ? minutesTo(until) : span
    if (!(minutes >= 1 && minutes <= MOST_MINUTES)) return form.say({ span: t('alarms:shelve.limits') })
    const ids = alarms.map(({ id }) => id)
    await form.send(async () => (await acts.shelve(ids, minutes, comment)) || null, null, onClose)
  }
  return (
    <FormWindow
      form={form}
      title={
        alarms.length === 1
          ? t('alarms:shelve.one', { name: describeAlarm(alarms[0]!, words).what })
          : t('alarms:shelve.many', { count: alarms.length })
      }
      send={t('alarms:act.shelve')}
      onSave={send}
    >
      <SecondaryText>{t('alarms:shelve.text')}</SecondaryText>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={span}
        aria-label={t('alarms:shelve.span')}
        onChange={(_, next: number | 'until' | null) => next !== null && form.put({ span: next })}
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
        <MomentInput
          label={t('alarms:shelve.at')}
          disablePast
          value={until}
          onChange={(at) => {
            form.say({})
            setUntil(at ?? Number.NaN)
          }}
          slotProps={{ textField: { size: 'small', fullWidth: true, ...form.fault('span') } }}
        />
      )}
      <TextField
        label={t('alarms:comment.label')}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 1000 } }}
        {...form.text('comment', t('alarms:shelve.comment'))}
      />
    </FormWindow>
  )
}
