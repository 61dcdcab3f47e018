import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { halfWidth } from '#contract/core/halfWidth'
import { MOST_PROOFS, type Task, task, taskCalls, type TaskVerb } from '#contract/farm/task'
import { REASONED_VERBS } from '#machines/farm/task'
import { call } from '#src/api/call.ts'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { KEPT } from '#src/field/act.ts'
import { ImageInput } from '#src/files/ImageInput.tsx'
import { KeepsFiles } from '#src/files/keepsFiles.ts'
import { refusal } from '#src/files/uploadFile.ts'
import { ActWindow } from '#src/forms/ActWindow.tsx'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { toast } from '#src/ui/toast.ts'
import { ActMoment } from '../ActMoment.tsx'
import { actInField } from './fieldTask.ts'
import { type Place, PlaceNote } from './PlaceNote.tsx'

const LONGEST = 500
const REREAD = [taskCalls.get, taskCalls.page, taskCalls.mine, taskCalls.events]
/** The verbs that happen at a moment, those that say something, and those that show photographs. */
const TIMED: readonly string[] = ['start', 'finish']
const WORDED: readonly string[] = ['reject', 'end', 'cancel', 'finish', 'report']
const SHOWN: readonly string[] = ['finish', 'report']

/** Asks what a verb needs and does it; where somebody else was quicker the newest is shown, and what was typed stays. */
export function TaskActDialog({ record, verb, onClose }: { record: Task; verb: TaskVerb | 'report'; onClose: () => void }) {
  const { t } = useTranslation()
  const { reread } = useSettle(REREAD)
  const { taskId, taskName, objectVersionNumber, areaId } = record
  const act = useActWindow(`task ${taskId} ${verb}`, '', onClose)
  const { value: note, busy, faults } = act
  const [at, setAt] = useState<number | null>(null)
  const [kg, setKg] = useState('')
  const [leader, setLeader] = useState<{ value: number; label: string } | null>(null)
  const [pictures, setPictures] = useState<readonly string[]>([])
  const [place, setPlace] = useState<Place | null>(null)
  const isReasoned = REASONED_VERBS.includes(verb as TaskVerb)
  const ask = () => {
    const told = { pictures: [...pictures], ...(place === null ? {} : { place }) }
    if (verb === 'report') return actInField(record, verb, { note, ...told })
    const weighed = kg.trim() === '' ? {} : { harvestKg: halfWidth(kg).trim() }
    const more = { ...weighed, ...(at === null ? {} : { at }), ...(leader === null ? {} : { leaderId: leader.value }) }
    const reason = note.trim() === '' ? {} : { reason: note }
    if (verb === 'start' || verb === 'finish') return actInField(record, verb, { ...told, ...more, ...reason })
    return call(taskCalls.act, { body: { taskId, objectVersionNumber, verb, ...told, ...more, ...reason } }, { quiet: true })
  }
  const send = () => {
    if (Number.isNaN(at)) return act.say({ at: t('errors:field.invalid') })
    return act.send(
      // The browser has no room to keep it.
      () => ask().catch(() => ({ ...refusal('error.unavailable', {}), message: t('field:noRoom') })),
      null,
      (answer) => {
        toast(answer === KEPT ? 'info' : 'success', answer === KEPT ? t('field:kept') : t(`farm:task.done.${verb}`))
        reread()
      },
      ({ status }) => {
        if (status === 409) reread()
      },
    )
  }
  return (
    <ActWindow
      act={act}
      title={t(`farm:task.ask.${verb}`, { name: taskName })}
      lead={
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`farm:task.text.${verb}`)}
        </Typography>
      }
      send={t(`farm:task.verb.${verb}`)}
      color={verb === 'cancel' || verb === 'end' ? 'error' : 'primary'}
      onSend={send}
    >
      {verb === 'assign' && (
        <ReferenceInput
          name="leaderId"
          label={t('farm:task.fields.leaderId')}
          field={{ ...task.fields.leaderId, required: true }}
          value={leader?.value ?? null}
          options={leader === null ? [] : [leader]}
          within={areaId}
          disabled={busy}
          fault={faults['leaderId']}
          onBlur={() => undefined}
          onChange={(value, label) => setLeader(value === null ? null : { value: value as number, label: label ?? '' })}
        />
      )}
      {TIMED.includes(verb) && (
        <ActMoment label={t('farm:task.at')} hint={t('farm:task.atNow')} value={at} fault={faults['at']} onChange={setAt} />
      )}
      {verb === 'finish' && record.harvestFlag === 1 && (
        <TextField
          required
          fullWidth
          label={t('farm:task.fields.harvestKg')}
          value={kg}
          onChange={({ target }) => setKg(target.value)}
          error={faults['harvestKg'] !== undefined}
          helperText={faults['harvestKg'] ?? t('farm:task.harvestHint')}
          slotProps={{
            htmlInput: { inputMode: 'decimal', maxLength: 20 },
            input: { endAdornment: <InputAdornment position="end">kg</InputAdornment> },
          }}
        />
      )}
      {SHOWN.includes(verb) && (
        <KeepsFiles value>
          <ImageInput
            label={t('farm:task.pictures')}
            max={MOST_PROOFS}
            required={verb === 'finish' && record.proofFlag === 1}
            value={pictures}
            onChange={setPictures}
            fault={faults['pictures']}
          />
          <PlaceNote value={place} onChange={setPlace} />
        </KeepsFiles>
      )}
      {WORDED.includes(verb) && (
        <TextField
          required={isReasoned}
          multiline
          minRows={2}
          fullWidth
          name="reason"
          label={t(isReasoned || verb === 'cancel' ? 'farm:task.reason' : 'farm:task.note')}
          value={note}
          onChange={({ target }) => act.change(target.value)}
          error={(faults['reason'] ?? faults['note']) !== undefined}
          helperText={faults['reason'] ?? faults['note'] ?? ' '}
          slotProps={{ htmlInput: { maxLength: LONGEST } }}
        />
      )}
    </ActWindow>
  )
}
