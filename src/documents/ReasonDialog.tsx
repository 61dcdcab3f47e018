import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#src/api/call.ts'
import type { AnyCall } from '#contract/core/call'
import { ActWindow } from '#src/forms/ActWindow.tsx'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

const LONGEST = 200

/** What is asked before something that needs a reason is done: a document ended short, a posting taken back. */
export interface Reasoned {
  /** Tells one question from another, for what was typed in it. */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly act: string
  readonly done: string
  readonly call: AnyCall
  readonly id: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Asks for the reason of an act and does it; `onDone` also where somebody else was quicker, so that the newest is shown. */
export function ReasonDialog({ of, onClose, onDone }: { of: Reasoned; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation()
  const act = useActWindow(of.name, '', onClose)
  const [asked, setAsked] = useState(false)
  const missing = act.value.trim() === ''
  const send = () => {
    setAsked(true)
    if (missing) return
    const body = { ...of.body, reason: act.value.trim() }
    return act.send(
      () => call(of.call, { params: { id: of.id }, body }, { quiet: true }),
      of.done,
      onDone,
      (answer) => {
        const isStale = answer.code === 'error.version.stale'
        act.say({}, isStale ? t('documents:stale.info') : reasonOf(answer))
        if (isStale) onDone()
      },
    )
  }
  return (
    <ActWindow
      act={act}
      title={of.title}
      lead={<Typography variant="body2">{of.text}</Typography>}
      send={of.act}
      color="warning"
      onSend={send}
    >
      <TextField
        required
        multiline
        minRows={2}
        fullWidth
        name="reason"
        label={t('documents:reason')}
        value={act.value}
        onChange={({ target }) => act.change(target.value)}
        error={asked && missing}
        helperText={asked && missing ? t('errors:field.required') : ' '}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
      />
    </ActWindow>
  )
}
