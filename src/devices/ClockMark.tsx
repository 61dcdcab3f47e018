import MoreTimeIcon from '@mui/icons-material/MoreTime'
import Tooltip from '@mui/material/Tooltip'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DeviceClockStanding } from '#contract/devices/device'
import { SPAN_UNITS } from '#src/ui/spanUnits.ts'
import { Mark } from './Mark.tsx'

/** A span in its largest unit of which it has two, so that nothing of weight is rounded away. */
function spanText(t: TFunction, ms: number): string {
  const [unit, length] = SPAN_UNITS.find(([, each]) => ms >= 2 * each) ?? SPAN_UNITS[3]
  return t(`devices:span.${unit}`, { count: Math.round(ms / length) })
}

/** That a device's clock is wrong, and by how much; nothing where it is right. */
export function ClockMark({ clock }: { clock: DeviceClockStanding | null }) {
  const { t } = useTranslation()
  if (clock === null) return null
  const { offset } = clock
  const words =
    offset === null
      ? t('devices:clock.notKnown')
      : t(offset < 0 ? 'devices:clock.behind' : 'devices:clock.ahead', { span: spanText(t, Math.abs(offset)) })
  return (
    <Tooltip title={t(offset === null ? 'devices:clock.notKnownHint' : 'devices:clock.hint')}>
      <span data-clock={offset ?? 'unknown'}>
        <Mark icon={MoreTimeIcon} color="status.warn">
          {words}
        </Mark>
      </span>
    </Tooltip>
  )
}
