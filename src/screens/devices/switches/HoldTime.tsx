import BackHandIcon from '@mui/icons-material/BackHandOutlined'
import Button from '@mui/material/Button'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HOLD_SECONDS } from '#contract/devices/command'
import { type ManualHold, manualHoldCalls } from '#contract/devices/manualHold'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf } from '#src/api/useCall.ts'
import { useNow } from '#src/ui/useNow.ts'
import { toast } from '#src/ui/toast.ts'
import { useRunWords } from './useRunWords.ts'

/** Seconds to choose from. */
const TIMES = [900, 1800, 3600, 14_400, 86_400] as const
const LOOK_MS = 5000

/**
 * For how long flows and alarms leave a circuit alone: where a person holds it, it is given back or held for so long from now on, at once; else
 * the choice goes with the next turn. `chosen` undefined is what is usual.
 */
export function HoldTime({
  switchId,
  name,
  hold,
  chosen,
  onChoose,
}: {
  switchId: number
  name: string
  hold: ManualHold | undefined
  chosen: number | undefined
  onChoose: (seconds: number | undefined) => void
}) {
  const { t } = useTranslation()
  const words = useRunWords()
  const queryClient = useQueryClient()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  const now = useNow(LOOK_MS)
  const isHeld = hold !== undefined && hold.until > now
  const next = chosen ?? HOLD_SECONDS
  const nextWords = next === 0 ? t('devices:hold.notAtAll') : words(next)
  const shown = isHeld ? t('devices:hold.change') : nextWords
  const label = `${t('crud:pair', { one: t(isHeld ? 'devices:hold.title' : 'devices:hold.choose'), two: name })} ${shown}`

  async function choose(seconds: number): Promise<void> {
    setAnchor(null)
    if (!isHeld) return onChoose(seconds === HOLD_SECONDS ? undefined : seconds)
    setBusy(true)
    const answer = await call(manualHoldCalls.set, { params: { switchId }, body: { seconds } })
    setBusy(false)
    if (isFailure(answer)) return
    toast('success', t(seconds === 0 ? 'devices:hold.given' : 'devices:hold.set', { span: words(seconds) }))
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(manualHoldCalls.list) })
  }
  return (
    <>
      <Button
        color="inherit"
        startIcon={<BackHandIcon />}
        aria-haspopup="menu"
        disabled={busy}
        // With the words that stand in it: who speaks to a machine says what is seen.
        aria-label={label}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ minHeight: 44, px: 1, whiteSpace: 'nowrap', color: 'text.secondary' }}
      >
        {shown}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('devices:hold.choose'), dense: true } }}
      >
        <ListSubheader sx={{ maxWidth: 280, lineHeight: 1.4, py: 1 }}>
          {t(isHeld ? 'devices:hold.fromNow' : 'devices:hold.afterTurn')}
        </ListSubheader>
        <MenuItem selected={!isHeld && next === 0} onClick={() => void choose(0)} sx={{ minHeight: 44 }}>
          {t(isHeld ? 'devices:hold.giveBack' : 'devices:hold.notAtAll')}
        </MenuItem>
        {TIMES.map((seconds) => (
          <MenuItem key={seconds} selected={!isHeld && next === seconds} onClick={() => void choose(seconds)} sx={{ minHeight: 44 }}>
            {words(seconds)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
