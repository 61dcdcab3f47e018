import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alarm, alarmCalls } from '#contract/alarms/alarm'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { Section } from '#src/ui/Section.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { useLeaveGuard } from '#src/ui/useLeaveGuard.ts'

const COMMENT_MAX = 1000

/** Whose an alarm is, and a word about it. */
export function HandleSection({ of }: { of: Alarm }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const guard = useLeaveGuard()
  const people = useCall(alarmCalls.people, { query: { areaId: of.areaId } })
  const comment = useDraftState('comment', '')
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState<'assign' | 'comment' | null>(null)
  useEffect(() => () => guard.setDirty(false), []) // oxlint-disable-line react/exhaustive-deps
  const settle = (answer: Alarm | CallFailure): answer is Alarm => {
    setSending(null)
    if (isFailure(answer)) {
      setFailure(answer.fields?.text ?? reasonOf(answer))
      return false
    }
    setFailure(undefined)
    queries.setQueryData(queryKeyOf(alarmCalls.get, { params: { id: of.id } }), answer)
    return true
  }
  const assign = async (userId: number | null) => {
    setSending('assign')
    if (settle(await call(alarmCalls.assign, { params: { id: of.id }, body: { userId } }, { quiet: true })))
      toast('success', t('alarms:assign.done'))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (comment.value.trim() === '') return
    setSending('comment')
    const answer = await call(alarmCalls.comment, { params: { id: of.id }, body: { text: comment.value } }, { quiet: true })
    if (!settle(answer)) return
    comment.undo()
    guard.setDirty(false)
    toast('success', t('alarms:comment.done'))
  }
  const known = people.data ?? []
  const isKnown = of.assigneeId === null || known.some(({ id }) => id === of.assigneeId)
  return (
    <Section title={t('alarms:info.handle')}>
      <Stack spacing={2} sx={{ pt: 1 }}>
        <TextField
          select
          label={t('alarms:column.assignee')}
          value={of.assigneeId ?? ''}
          disabled={sending === 'assign'}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          onChange={({ target }) => void assign(target.value === '' ? null : Number(target.value))}
        >
          <MenuItem value="">{t('alarms:assign.nobody')}</MenuItem>
          {!isKnown && <MenuItem value={of.assigneeId!}>{of.assigneeName ?? `#${of.assigneeId}`}</MenuItem>}
          {known.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <Stack component="form" noValidate spacing={1} onSubmit={(event) => void send(event)}>
          <TextField
            multiline
            minRows={2}
            label={t('alarms:comment.label')}
            value={comment.value}
            slotProps={{ htmlInput: { maxLength: COMMENT_MAX } }}
            onChange={({ target }) => {
              comment.change(target.value)
              guard.setDirty(target.value.trim() !== '', comment.drop)
            }}
          />
          {failure !== undefined && <Alert severity="error">{failure}</Alert>}
          <Button
            type="submit"
            variant="outlined"
            loading={sending === 'comment'}
            disabled={comment.value.trim() === ''}
            sx={{ alignSelf: 'flex-end' }}
          >
            {t('alarms:comment.send')}
          </Button>
        </Stack>
      </Stack>
    </Section>
  )
}
