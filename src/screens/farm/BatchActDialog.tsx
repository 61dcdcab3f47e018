import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Batch, type BatchVerb, batchCalls } from '#contract/farm/batch'
import { landCalls } from '#contract/farm/land'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { FormEnd } from '#src/ui/FormEnd.tsx'
import { dayText } from '#src/ui/moment.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import { useNow } from '#src/ui/useNow.ts'
import { ActMoment } from './ActMoment.tsx'

const LONGEST = 500
const HOUR_MS = 3_600_000
/** The verbs that happen at a moment, and those that say why. */
const TIMED: readonly BatchVerb[] = ['begin', 'close', 'fail']
const REASONED: readonly BatchVerb[] = ['close', 'fail']

/** Asks when a batch began or ended, and why, and does it; where somebody else was quicker the newest is shown. */
export function BatchActDialog({ record, verb, onClose }: { record: Batch; verb: BatchVerb; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { batchId, batchName, objectVersionNumber } = record
  const { value: reason, brought, change, undo, drop } = useDraftState(`batch ${batchId} ${verb}`, '')
  const [at, setAt] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<string>()
  const close = () => {
    drop()
    onClose()
  }
  const refresh = () => {
    for (const one of [batchCalls.get, batchCalls.page, batchCalls.varieties, landCalls.get, landCalls.page, landCalls.history])
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(one) })
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (Number.isNaN(at)) return setFields({ at: t('errors:field.invalid') })
    setBusy(true)
    setFailure(undefined)
    setFields({})
    const body = { batchId, objectVersionNumber, verb, ...(at === null ? {} : { at }), ...(reason.trim() === '' ? {} : { reason }) }
    const answer = await call(batchCalls.act, { body }, { quiet: true })
    setBusy(false)
    if (isFailure(answer)) {
      setFields(answer.fields ?? {})
      if (Object.keys(answer.fields ?? {}).length === 0) setFailure(answer.message)
      if (answer.status === 409) refresh()
      return
    }
    toast('success', t(`farm:batch.done.${verb}`))
    refresh()
    close()
  }
  return (
    <Modal open keepOpen onClose={close} width={480} title={t(`farm:batch.ask.${verb}`, { name: batchName })}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`farm:batch.text.${verb}`)}
        </Typography>
        {verb === 'harvest' && <StillUnsafe landId={record.landId} />}
        <DraftNote shown={brought} onDrop={undo} />
        {TIMED.includes(verb) && (
          <ActMoment label={t('farm:batch.at')} hint={t('farm:batch.atNow')} value={at} fault={fields['at']} onChange={setAt} />
        )}
        {REASONED.includes(verb) && (
          <TextField
            required={verb === 'fail'}
            multiline
            minRows={2}
            fullWidth
            name="reason"
            label={t('farm:batch.reason')}
            value={reason}
            onChange={({ target }) => change(target.value)}
            error={fields['reason'] !== undefined}
            helperText={fields['reason'] ?? ' '}
            slotProps={{ htmlInput: { maxLength: LONGEST } }}
          />
        )}
        <FormEnd
          failure={failure}
          saving={busy}
          send={t(`farm:batch.verb.${verb}`)}
          color={verb === 'fail' ? 'error' : 'primary'}
          onCancel={close}
        />
      </Stack>
    </Modal>
  )
}

/** Says that the plot is within a safety interval: the harvest can be begun all the same, and is flagged then. */
function StillUnsafe({ landId }: { landId: number }) {
  const { t } = useTranslation()
  const today = dayText(useNow(HOUR_MS))
  const { data } = useCall(landCalls.get, { params: { id: landId } }, { staleTime: 0 })
  if (!data?.safeFrom || data.safeFrom <= today) return null
  return <Alert severity="warning">{t('farm:batch.unsafe', { day: data.safeFrom })}</Alert>
}
