import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emergencyStopCalls } from '#contract/devices/emergencyStop'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import type { NamedBase } from '#src/session/pageBase.ts'
import { CONFIRM_WIDTH } from '#src/theme/theme.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

export type EmergencyAct = 'press' | 'aerators' | 'lift'
/** Nobody waits longer for a stop before going to the switch on site. */
const PATIENCE_SECONDS = 10

/** Whether nobody knows what came of it: the server did not answer, or broke while it did it. */
const isUnsure = (status: number) => status === 0 || status >= 500

/**
 * Asks once, names the base and says what it does; then does it. Of several `bases` the first is meant until another is chosen. Enter presses
 * a stop; it neither stops aerators nor lifts. What failed stays here and says so, until it is done or the person leaves.
 */
export function EmergencyDialog({
  act,
  bases,
  onClose,
}: {
  act: EmergencyAct
  bases: readonly [NamedBase, ...NamedBase[]]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const queryClient = useQueryClient()
  const yes = useRef<HTMLButtonElement>(null)
  const no = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState(bases[0].areaId)
  const { areaId, areaName: name } = bases.find((one) => one.areaId === chosen) ?? bases[0]

  async function go(): Promise<void> {
    setBusy(true)
    setFailure(null)
    const options = { quiet: true, seconds: PATIENCE_SECONDS }
    const answer =
      act === 'lift'
        ? await call(emergencyStopCalls.lift, { params: { areaId } }, options)
        : await call(emergencyStopCalls.press, { body: { areaId, aerators: act === 'aerators' } }, options)
    setBusy(false)
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(emergencyStopCalls.list) })
    if (!isFailure(answer)) return onClose()
    setFailure(
      isUnsure(answer.status)
        ? t(`devices:emergency.failed.${act}`, { base: name })
        : t('devices:emergency.failed.refused', { why: reasonOf(answer) }),
    )
  }
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      aria-labelledby={id}
      slotProps={{
        paper: { sx: { width: CONFIRM_WIDTH, m: 2 } },
        transition: { onEntered: () => (act === 'press' ? yes : no).current?.focus() },
      }}
    >
      <DialogTitle id={id} variant="h2">
        {t(`devices:emergency.ask.${act}.title`, { base: name })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText variant="body2">{t(`devices:emergency.ask.${act}.text`, { base: name })}</DialogContentText>
        {bases.length > 1 && (
          <RadioGroup
            value={areaId}
            aria-label={t('devices:emergency.ask.which')}
            onChange={(_, next) => {
              setFailure(null)
              setChosen(Number(next))
            }}
            sx={{ mt: 1 }}
          >
            {bases.map((one, at) => (
              <FormControlLabel
                key={one.areaId}
                value={one.areaId}
                disabled={busy}
                control={<Radio />}
                label={t(`devices:emergency.ask.${at === 0 ? 'ofPage' : 'selected'}`, { base: one.areaName })}
              />
            ))}
          </RadioGroup>
        )}
        {failure !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button ref={no} disabled={busy} onClick={onClose}>
          {t('frame:act.cancel')}
        </Button>
        <Button ref={yes} variant="contained" color={act === 'lift' ? 'primary' : 'error'} loading={busy} onClick={() => void go()}>
          {t(`devices:emergency.ask.${act}.${failure === null ? 'yes' : 'again'}`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
