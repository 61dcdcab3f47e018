import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type StockLot, stockCalls } from '#contract/inventory/stock'
import { call } from '#src/api/call.ts'
import { ActWindow } from '#src/forms/ActWindow.tsx'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { DayInput } from '#src/ui/DayInput.tsx'

const LONGEST = 200

/** Asks for the right day of expiry of a lot, and why. */
export default function CorrectLotDialog({
  of,
  onClose,
  onDone,
}: {
  of: StockLot & { lotId: number }
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const act = useActWindow(`lot ${of.lotId} ${of.expiresOn}`, { day: of.expiresOn, reason: '' }, onClose)
  const [asked, setAsked] = useState(false)
  /** What is typed is no day: half of one, or none that there is. */
  const [isHalf, setIsHalf] = useState(false)
  const { day, reason } = act.value
  const missing = reason.trim() === ''
  const dayFault = isHalf ? t('errors:field.invalid') : act.faults['expiresOn']
  const send = () => {
    setAsked(true)
    if (missing || isHalf) return
    return act.send(
      () =>
        call(
          stockCalls.correctLot,
          { params: { id: of.lotId }, body: { expiresOn: day, was: of.expiresOn, reason: reason.trim() } },
          { quiet: true },
        ),
      t('inventory:stock.lot.corrected'),
      onDone,
      (answer) => {
        if (answer.code !== 'error.version.stale') return
        act.say({}, reasonOf(answer))
        onDone()
      },
    )
  }
  return (
    <ActWindow
      act={act}
      title={t('inventory:stock.lot.correct', { lot: of.lotNo })}
      lead={<Typography variant="body2">{t('inventory:stock.lot.correctHint')}</Typography>}
      send={t('crud:save')}
      onSend={send}
    >
      <Stack spacing={2}>
        <DayInput
          label={t('inventory:stock.lot.expiresOn')}
          value={day}
          onChange={(given, half) => {
            setIsHalf(half)
            if (!half) act.change({ day: given, reason })
          }}
          slotProps={{
            textField: { size: 'small', fullWidth: true, error: dayFault !== undefined, helperText: dayFault },
            field: { clearable: true },
          }}
        />
        <TextField
          required
          multiline
          minRows={2}
          fullWidth
          name="reason"
          label={t('documents:reason')}
          value={reason}
          onChange={({ target }) => act.change({ day, reason: target.value })}
          error={asked && missing}
          helperText={asked && missing ? t('errors:field.required') : ' '}
          slotProps={{ htmlInput: { maxLength: LONGEST } }}
        />
      </Stack>
    </ActWindow>
  )
}
