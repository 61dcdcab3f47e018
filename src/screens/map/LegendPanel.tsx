import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ALARM_SEVERITIES, type AlarmSeverity } from '#contract/alarms/severity'
import { AlarmShape } from '#src/alarms/AlarmMark.tsx'
import { MarkerSample } from '#src/map/MarkerSample.tsx'
import type { MarkerLook } from '#src/map/markerKey.ts'
import { MapPanel } from './MapPanel.tsx'

const plain: MarkerLook = { layer: 'gateway', health: 'live', outside: false, alarm: null, power: 'none', command: 'none' }
const valve: MarkerLook = { ...plain, layer: 'tzgk_electric_valve' }

const PRESENCE = [
  ['live', plain],
  ['late', { ...plain, health: 'late' }],
  ['lost', { ...plain, health: 'lost' }],
  ['offline', { ...plain, health: 'offline' }],
  ['unknown', { ...plain, health: 'unknown' }],
  ['plain', { ...plain, layer: 'camera', health: 'plain' }],
] as const satisfies readonly (readonly [string, MarkerLook])[]
const STATES = [
  ['outside', { ...plain, layer: 'gateway_water', outside: true }],
  ['on', { ...valve, power: 'on' }],
  ['off', { ...valve, power: 'off' }],
  ['busy', { ...valve, power: 'off', command: 'busy' }],
  ['failed', { ...valve, power: 'off', command: 'failed' }],
] as const satisfies readonly (readonly [string, MarkerLook])[]
const ALARMS = ALARM_SEVERITIES.map((severity) => [severity, { ...plain, alarm: severity }] as const)

type Named = (typeof PRESENCE | typeof STATES | typeof ALARMS)[number][0]
const isSeverity = (name: Named): name is AlarmSeverity => (ALARM_SEVERITIES as readonly string[]).includes(name)

/** What every look of a marker means: the map's own pictures beside their words. */
export function LegendList({ dark, columns = 1 }: { dark: boolean; columns?: number }) {
  const { t } = useTranslation()
  const wordOf = (name: Named) => (isSeverity(name) ? t(`frame:alarm.severity.${name}`) : t(`map:explain.${name}`))
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {(
        [
          ['map:legend.presence', PRESENCE],
          ['map:legend.switches', STATES],
          ['frame:alarm.title', ALARMS],
        ] as const
      ).map(([title, rows]) => (
        <Box key={title}>
          <Typography variant="subtitle2" sx={{ mb: 0.5 }}>
            {t(title)}
          </Typography>
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map(([name, look]) => (
              <Stack component="li" key={name} direction="row" sx={{ alignItems: 'center', gap: 1 }}>
                <MarkerSample look={look} dark={dark} />
                <Typography variant="body2">{wordOf(name)}</Typography>
              </Stack>
            ))}
          </Stack>
        </Box>
      ))}
    </Box>
  )
}

/** The same in one line of short words, for the wall. */
export function LegendBar({ dark }: { dark: boolean }) {
  const { t } = useTranslation()
  return (
    <Stack
      component="ul"
      direction="row"
      aria-label={t('map:legend.title')}
      sx={{ listStyle: 'none', m: 0, py: 0.25, px: 1, flexWrap: 'wrap', columnGap: 0.75 }}
    >
      {[...PRESENCE, ...STATES].map(([name, look]) => (
        <Stack component="li" key={name} direction="row" sx={{ alignItems: 'center' }}>
          <MarkerSample look={look} dark={dark} />
          <Typography variant="caption" noWrap>
            {t(`map:short.${name}`)}
          </Typography>
        </Stack>
      ))}
      {ALARM_SEVERITIES.map((severity) => (
        <Typography component="li" key={severity} variant="caption" noWrap sx={{ alignSelf: 'center', px: 0.5 }}>
          <AlarmShape severity={severity} named={false} /> {t(`frame:alarm.severity.${severity}`)}
        </Typography>
      ))}
    </Stack>
  )
}

export function LegendPanel({ dark, onClose }: { dark: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <MapPanel title={t('map:legend.title')} onClose={onClose}>
      <Box sx={{ p: 2, pt: 1 }}>
        <LegendList dark={dark} />
      </Box>
    </MapPanel>
  )
}
