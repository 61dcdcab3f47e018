import InputAdornment from '@mui/material/InputAdornment'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_PROOFS, type Task, task, taskCalls, type TaskVerb } from '#contract/farm/task'
import { REASONED_VERBS } from '#machines/farm/task'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { KEPT } from '#src/field/act.ts'
import { ImageInput } from '#src/files/ImageInput.tsx'
import { KeepsFiles } from '#src/files/keepsFiles.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { Modal } from '#src/ui/Modal.tsx'
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
  const queryClient = useQueryClient()
  const { taskId, taskName, objectVersionNumber, areaId } = record
  const { value: note, brought, change, undo, drop } = useDraftState(`task ${taskId} ${verb}`, '')
  const [at, setAt] = useState<number | null>(null)
  const [kg, setKg] = useState('')
  const [leader, setLeader] = useState<{ value: number; label: string } | null>(null)
  const [pictures, setPictures] = useState<readonly string[]>([])
  const [place, setPlace] = useState<Place | null>(null)
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const isReasoned = REASONED_VERBS.includes(verb as TaskVerb)
  const close = () => {
    drop()
    onClose()
  }
  const refresh = () => {
    for (const one of REREAD) void queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  const send = () => {
    const told = { pictures: [...pictures], ...(place === null ? {} : { place }) }
    if (verb === 'report') return actInField(record, verb, { note, ...told })
    const weighed = kg.trim() === '' ? {} : { harvestKg: kg.normalize('NFKC').trim() }
    const more = { ...weighed, ...(at === null ? {} : { at }), ...(leader === null ? {} : { leaderId: leader.value }) }
    const reason = note.trim() === '' ? {} : { reason: note }
    if (verb === 'start' || verb === 'finish') return actInField(record, verb, { ...told, ...more, ...reason })
    return call(taskCalls.act, { body: { taskId, objectVersionNumber, verb, ...told, ...more, ...reason } }, { quiet: true })
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (Number.isNaN(at)) return setFields({ at: t('errors:field.invalid') })
    setBusy(true)
    setFailure(undefined)
    setFields({})
    const answer = await send().catch(() => null)
    setBusy(false)
    // The browser has no room to keep it.
    if (answer === null) return setFailure(t('field:noRoom'))
    if (isFailure(answer)) {
      setFields(answer.fields ?? {})
      if (Object.keys(answer.fields ?? {}).length === 0) setFailure(answer.message)
      if (answer.status === 409) refresh()
      return
    }
    toast(answer === KEPT ? 'info' : 'success', answer === KEPT ? t('field:kept') : t(`farm:task.done.${verb}`))
    refresh()
    close()
  }
  return (
    <Modal open keepOpen onClose={close} width={480} title={t(`farm:task.ask.${verb}`, { name: taskName })}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void submit(event)}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`farm:task.text.${verb}`)}
        </Typography>
        <DraftNote shown={brought} onDrop={undo} />
        {verb === 'assign' && (
          <ReferenceInput
            name="leaderId"
            label={t('farm:task.fields.leaderId')}
            field={{ ...task.fields.leaderId, required: true }}
            value={leader?.value ?? null}
            options={leader === null ? [] : [leader]}
            within={areaId}
            disabled={busy}
            fault={fields['leaderId']}
            onBlur={() => undefined}
            onChange={(value, label) => setLeader(value === null ? null : { value: value as number, label: label ?? '' })}
          />
        )}
        {TIMED.includes(verb) && (
          <ActMoment label={t('farm:task.at')} hint={t('farm:task.atNow')} value={at} fault={fields['at']} onChange={setAt} />
        )}
        {verb === 'finish' && record.harvestFlag === 1 && (
          <TextField
            required
            fullWidth
            label={t('farm:task.fields.harvestKg')}
            value={kg}
            onChange={({ target }) => setKg(target.value)}
            error={fields['harvestKg'] !== undefined}
            helperText={fields['harvestKg'] ?? t('farm:task.harvestHint')}
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
              fault={fields['pictures']}
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
            onChange={({ target }) => change(target.value)}
            error={(fields['reason'] ?? fields['note']) !== undefined}
            helperText={fields['reason'] ?? fields['note'] ?? ' '}
            slotProps={{ htmlInput: { maxLength: LONGEST } }}
          />
        )}
        <FormEnd
          failure={failure}
          saving={busy}
          send={t(`farm:task.verb.${verb}`)}
          color={verb === 'cancel' || verb === 'end' ? 'error' : 'primary'}
          onCancel={close}
        />
      </Stack>
    </Modal>
  )
}
