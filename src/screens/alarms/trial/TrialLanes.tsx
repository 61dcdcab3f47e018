import { useTranslation } from 'react-i18next'
import type { Tried } from '#contract/alarms/trial'
import { SpanLanes } from '#src/charts/SpanLanes.tsx'
import { momentText } from '#src/ui/moment.ts'
import type { Lane, LaneName } from './lanes.ts'

const COLORS = { wanted: 'primary.main', inForce: 'info.main', happened: 'text.secondary' } as const satisfies Record<LaneName, string>

/** Alarms as bars over one time axis, a lane each. The table beside it holds the same. */
export function TrialLanes({
  lanes,
  range,
  knownSince,
}: {
  lanes: readonly Lane[]
  range: readonly [number, number]
  knownSince: number | null
}) {
  const { t } = useTranslation()
  const end = (one: Tried) => one.clearedAt ?? range[1]
  return (
    <SpanLanes
      label={t('alarms:trial.picture', { keys: t('charts:keys') })}
      range={range}
      notKnown={t('alarms:trial.notKnown')}
      lanes={lanes.map(({ name, outcome }) => ({
        name,
        title: t('alarms:trial.laneCount', { name: t(`alarms:trial.lane.${name}`), count: outcome.count }),
        color: COLORS[name],
        ...(name === 'happened' ? {} : { knownSince }),
        spans: outcome.alarms.map((one) => ({
          key: `${one.deviceId} ${one.ordinal ?? ''} ${one.raisedAt}`,
          from: one.raisedAt,
          to: end(one),
          words: t(one.clearedAt === null ? 'alarms:trial.barOpen' : 'alarms:trial.bar', {
            device: one.deviceName,
            from: momentText(one.raisedAt),
            to: momentText(end(one)),
          }),
        })),
      }))}
    />
  )
}
