import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { isMotor } from '#contract/devices/switchKind'
import { useStatusWords } from '#src/devices/useStatusWords.ts'
import { useSwitchCommand } from '#src/live/useSwitchCommand.ts'
import { reasonOfCode } from './reasonOfCode.ts'

/** A switch: what its device confirmed, and for who may what it can be asked for. It stays as it is until the device says otherwise. */
export function SwitchLine({
  areaId,
  eui,
  of: one,
  mayControl,
}: {
  areaId: number
  eui: string
  of: Device['switches'][number]
  mayControl: boolean
}) {
  const { t } = useTranslation()
  const wordOf = useStatusWords(one.kind, one.name)
  const command = useSwitchCommand(areaId, one.switchId, { eui, circuit: one.circuit }, { status: one.status, ts: one.ts, command: null })
  const { step, status, wanted, message, code } = command
  const isBad = step === 'refused' || step === 'silent' || step === 'expired'
  const said =
    step === 'idle' || wanted === null
      ? ''
      : step === 'sending'
        ? t('panoramas:device.asking', { wish: wordOf(wanted) })
        : t(`devices:commandState.${step === 'confirmed' ? 'observed' : step}`)
  return (
    <Stack spacing={0.5}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Typography variant="body2">{t('crud:pair', { one: one.name, two: wordOf(status) })}</Typography>
        {mayControl && (
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={one.name}
            value={status}
            onChange={(_, next: number | null) => {
              if (next !== null) command.ask(next)
            }}
          >
            {(isMotor(one.kind) ? [1, 0, 2] : [1, 0]).map((each) => (
              <ToggleButton key={each} value={each} disabled={command.underWay && each !== 0}>
                {wordOf(each)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
      </Stack>
      <Typography component="output" variant="caption" sx={{ color: isBad ? 'error.main' : 'text.secondary', minHeight: '1.5em' }}>
        {isBad && (message ?? code) !== null ? t('crud:pair', { one: said, two: message ?? reasonOfCode(code) }) : said}
      </Typography>
    </Stack>
  )
}
