import { useTranslation } from 'react-i18next'
import { ALARMS_PATH } from '#contract/alarms/pages'
import { AlarmShape } from '#src/alarms/AlarmMark.tsx'
import { formatValue } from '#src/charts/formatValue.ts'
import { useAlarmCounts, useAlarmsSince, useAlarmStatus, useToldAlarms } from '#src/live/useAlarms.ts'
import { Age } from '#src/ui/Age.tsx'
import { Tile } from './Tile.tsx'

/** How many alarms of a base are open, how many of them nobody acknowledged, and how bad the worst is; leads to their list. */
export function AlarmTile({ areaId }: { areaId: number }) {
  const { t, i18n } = useTranslation()
  const { open, unacknowledged, shelved, quiet } = useAlarmCounts(areaId)
  const [worst] = useToldAlarms(areaId)
  const status = useAlarmStatus(areaId)
  const since = useAlarmsSince(areaId)
  const number = (value: number) => formatValue(value, i18n.language)
  const known = status === 'fresh'
  const details = [
    ...(unacknowledged > 0 ? [t('home:alarm.unacknowledged', { count: unacknowledged })] : []),
    ...(shelved > 0 ? [t('home:alarm.shelved', { count: shelved })] : []),
    ...(quiet > 0 ? [t('home:alarm.quiet', { count: quiet })] : []),
  ]
  return (
    <Tile
      label={t('frame:alarm.title')}
      to={ALARMS_PATH}
      value={
        status === 'loading' ? null : known ? (
          <>
            {worst && <AlarmShape severity={worst.severity} />} {number(open)}
          </>
        ) : (
          '--'
        )
      }
      old={!known}
      detail={
        since === null ? (
          details.join(' · ')
        ) : (
          <>
            {t('frame:alarm.notKnown')} · <Age moment={since} />
          </>
        )
      }
    />
  )
}
