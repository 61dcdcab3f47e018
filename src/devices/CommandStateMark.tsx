import Block from '@mui/icons-material/Block'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import HourglassEmpty from '@mui/icons-material/HourglassEmpty'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { CommandState } from '#contract/devices/command'

const faces = {
  queued: { Icon: HourglassEmpty, color: 'info.main' },
  sent: { Icon: HourglassEmpty, color: 'info.main' },
  acknowledged: { Icon: HourglassEmpty, color: 'info.main' },
  observed: { Icon: CheckCircleOutlined, color: 'status.normal' },
  refused: { Icon: Block, color: 'status.alarm' },
  silent: { Icon: ErrorOutlined, color: 'status.alarm' },
  expired: { Icon: ErrorOutlined, color: 'status.warn' },
} as const satisfies Record<CommandState, { Icon: typeof Block; color: string }>

/** How far a command has come, in words, a sign and a colour. */
export function CommandStateMark({ state }: { state: CommandState }) {
  const { t } = useTranslation()
  const { Icon, color } = faces[state]
  return (
    <Stack direction="row" component="span" sx={{ color, gap: 0.5, alignItems: 'center' }}>
      <Icon sx={{ fontSize: 16 }} aria-hidden />
      <Typography variant="caption" sx={{ fontWeight: 600 }}>
        {t(`devices:commandState.${state}`)}
      </Typography>
    </Stack>
  )
}
