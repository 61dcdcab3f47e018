import AccessTimeIcon from '@mui/icons-material/AccessTime'
import LinkOffIcon from '@mui/icons-material/LinkOff'
import SensorsIcon from '@mui/icons-material/Sensors'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { AgeClass } from '#streams/devices/age'

const faces = {
  live: { icon: SensorsIcon, color: 'status.normal' },
  late: { icon: AccessTimeIcon, color: 'status.late' },
  lost: { icon: LinkOffIcon, color: 'status.lost' },
} as const satisfies Record<AgeClass, { icon: typeof SensorsIcon; color: string }>

/** How far a value can be trusted: an icon and a word, never colour alone. */
export function AgeMark({ age }: { age: AgeClass }) {
  const { t } = useTranslation()
  const { icon: Icon, color } = faces[age]
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color, typography: 'caption', fontWeight: 600, whiteSpace: 'nowrap' }}
    >
      <Icon sx={{ fontSize: 14 }} aria-hidden />
      {t(`devices:collect.${age}`)}
    </Box>
  )
}
