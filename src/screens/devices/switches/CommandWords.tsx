import WarningIcon from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { SwitchKind } from '#contract/devices/switchKind'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { neverLeft, type SwitchCommand } from '#src/live/useSwitchCommand.ts'
import { useSaid } from '#src/devices/useSaid.ts'

/** What is to be said about a command beside its switch; nothing while it is idle. Read out as it changes. */
export function CommandWords({ kind, name, command }: { kind: SwitchKind; name: string; command: SwitchCommand }) {
  const { t } = useTranslation()
  const words = useStatusWords(kind, name)
  const said = useSaid()
  const { step, wanted, status, message, code } = command
  const trouble = step === 'refused' || step === 'silent' || step === 'expired'
  const reason = said(message)
  const text =
    step === 'idle'
      ? null
      : // Nothing is known of a command that the server never had: the device is not at fault.
        neverLeft(command)
        ? t('devices:control.notSent', { wish: words(wanted), status: words(status) })
        : step === 'confirmed'
          ? t('devices:control.success')
          : reason !== null && (step === 'silent' || step === 'expired')
            ? t('devices:control.stays', { reason, status: words(status) })
            : step === 'silent'
              ? t('devices:control.silent', { status: words(status) })
              : step === 'expired'
                ? t('devices:control.expired', { status: words(status) })
                : step === 'refused'
                  ? (reason ?? said(code) ?? t('devices:control.failure'))
                  : step === 'queued' && (kind === 'related' || kind === 'blind')
                    ? t('devices:control.stopFirst')
                    : t('devices:control.wanted', { status: words(wanted) })
  return (
    <Box
      component="output"
      sx={{
        typography: 'body2',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: trouble ? 'status.alarm' : step === 'confirmed' ? 'status.normal' : 'text.secondary',
        fontWeight: trouble ? 600 : 400,
      }}
    >
      {trouble && <WarningIcon aria-hidden sx={{ fontSize: 16 }} />}
      {text}
    </Box>
  )
}
