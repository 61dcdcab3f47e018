import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { neverLeft, type SwitchCommand } from '#src/live/useSwitchCommand.ts'
import { toast } from '#src/ui/toast.ts'
import { useSaid } from '#src/devices/useSaid.ts'

/**
 * SWITCH-04 for a switch that was asked here: success is told only when the device itself says so; a failure with the server's or the
 * device's words where there are any. Returns how to ask.
 */
export function useCommandTips(command: SwitchCommand): SwitchCommand['ask'] {
  const { t } = useTranslation()
  const said = useSaid()
  const mine = useRef(false)
  const { step, message, code } = command
  useEffect(() => {
    if (!mine.current || command.underWay || step === 'idle') return
    mine.current = false
    if (neverLeft(command)) toast('error', t('devices:control.unreachable'))
    else if (step === 'confirmed') toast('success', t('devices:control.success'))
    else if (step === 'silent' || step === 'expired')
      toast('error', t('frame:named', { what: t('devices:control.failure'), which: said(message) ?? t(`devices:commandState.${step}`) }))
    else toast('error', said(message) ?? said(code) ?? t('devices:control.failure'))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- told once a command, by how it ended
  }, [command.underWay, step, message, code, said, t])
  return (...asked) => {
    mine.current = true
    command.ask(...asked)
  }
}
