import AccessTimeIcon from '@mui/icons-material/AccessTime'
import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import LinkOffIcon from '@mui/icons-material/LinkOff'
import SensorsIcon from '@mui/icons-material/Sensors'
import { useTranslation } from 'react-i18next'
import type { AgeClass } from '#streams/devices/age'
import { Mark } from './Mark.tsx'

const faces = {
  live: { icon: SensorsIcon, color: 'status.normal' },
  late: { icon: AccessTimeIcon, color: 'status.late' },
  lost: { icon: LinkOffIcon, color: 'status.lost' },
  // Nothing comes to this page: that says nothing of the sensor.
  stale: { icon: CloudOffIcon, color: 'text.secondary' },
} as const satisfies Record<AgeClass | 'stale', { icon: typeof SensorsIcon; color: string }>

/** How far a value can be trusted. */
export function AgeMark({ age }: { age: AgeClass | 'stale' }) {
  const { t } = useTranslation()
  return <Mark {...faces[age]}>{t(`devices:age.${age}`)}</Mark>
}
