import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Batch, type BatchVerb, batchCalls } from '#contract/farm/batch'
import { landCalls } from '#contract/farm/land'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { ActWindow } from '#src/forms/ActWindow.tsx'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { dayText } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'
import { ActMoment } from './ActMoment.tsx'

const LONGEST = 500
const HOUR_MS = 3_600_000
const REREAD = [batchCalls.get, batchCalls.page, batchCalls.varieties, landCalls.get, landCalls.page, landCalls.history]
/** The verbs that happen at a moment, and those that say why. */
const TIMED: readonly BatchVerb[] = ['begin', 'close', 'fail']
const REASONED: readonly BatchVerb[] = ['close', 'fail']

/** Asks when a batch began or ended, and why, and does it; where somebody else was quicker the newest is shown. */
export function BatchActDialog({ record, verb, onClose }: { record: Batch; verb: BatchVerb; onClose: () => void }) {
  const { t } = useTranslation()
  const { reread } = useSettle(REREAD)
  const { batchId, batchName, objectVersionNumber } = record
  const act = useActWindow(`batch ${batchId} ${verb}`, '', onClose)
  const { value: reason, faults } = act
  const [at, setAt] = useState<number | null>(null)
  const send = () => {
    if (Number.isNaN(at)) return act.say({ at: t('errors:field.invalid') })
    const body = { batchId, objectVersionNumber, verb, ...(at === null ? {} : { at }), ...(reason.trim() === '' ? {} : { reason }) }
    return act.send(
      () => call(batchCalls.act, { body }, { quiet: true }),
      t(`farm:batch.done.${verb}`),
      reread,
      ({ status }) => {
        if (status === 409) reread()
      },
    )
  }
  return (
    <ActWindow
      act={act}
      title={t(`farm:batch.ask.${verb}`, { name: batchName })}
      lead={
        <>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(`farm:batch.text.${verb}`)}
          </Typography>
          {verb === 'harvest' && <StillUnsafe landId={record.landId} />}
        </>
      }
      send={t(`farm:batch.verb.${verb}`)}
      color={verb === 'fail' ? 'error' : 'primary'}
      onSend={send}
    >
      {TIMED.includes(verb) && (
        <ActMoment label={t('farm:batch.at')} hint={t('farm:batch.atNow')} value={at} fault={faults['at']} onChange={setAt} />
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
          onChange={({ target }) => act.change(target.value)}
          error={faults['reason'] !== undefined}
          helperText={faults['reason'] ?? ' '}
          slotProps={{ htmlInput: { maxLength: LONGEST } }}
        />
      )}
    </ActWindow>
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
