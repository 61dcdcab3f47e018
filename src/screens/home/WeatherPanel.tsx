import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { weatherCalls, windSector } from '#contract/map/weather'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { SkyIcon } from '#src/map/SkyIcon.tsx'
import { useSession } from '#src/session/session.ts'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'

const EVERY_MS = 10 * 60_000
/** WEATHER-04. */
const GOOD = '200'

/** Weather at the base in a few figures, who told it, and how old it is. */
export function WeatherPanel({ place }: { place: { longitude: number; latitude: number } }) {
  const { t, i18n } = useTranslation()
  const { tenantId } = useSession()
  const weather = useCall(
    weatherCalls.now,
    { params: { t: tenantId }, query: { latitude: place.latitude.toFixed(6), longitude: place.longitude.toFixed(6) } },
    { refetchInterval: EVERY_MS, staleTime: EVERY_MS / 2 },
  )
  const now = weather.data?.code === GOOD && weather.data.source !== 'none' ? weather.data : null
  const number = (value: number | null, unit: string) => (value == null ? '--' : `${formatValue(value, i18n.language, 1)} ${unit}`)
  const wind =
    now == null
      ? []
      : [
          now.wind360 == null ? '' : t(`home:weather.direction.${windSector(now.wind360)}`),
          now.windScale == null ? '' : t('home:weather.scale', { scale: now.windScale }),
        ].filter(Boolean)
  return (
    <Section
      title={t('home:weather.title')}
      aside={
        now != null && (
          <SecondaryText variant="caption">
            {now.source === 'station' ? t('home:weather.station') : t('home:weather.service')}
            {now.at != null && (
              <>
                {' · '}
                <Age moment={now.at} />
              </>
            )}
          </SecondaryText>
        )
      }
    >
      {weather.isPending && <Skeleton variant="rounded" height={64} />}
      {weather.isError && (
        <ErrorState compact title={t('home:failed.weather')} error={weather.error} onRetry={() => void weather.refetch()} />
      )}
      {weather.isSuccess && now == null && <EmptyState compact variant="pageNoContain" title={t('home:weather.none')} />}
      {now != null && (
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
          <SkyIcon icon={now.icon} sx={{ fontSize: 34, color: 'warning.main' }} />
          <Box>
            <Typography sx={{ fontSize: '1.5rem', fontWeight: 650, lineHeight: 1.2 }}>{number(now.temperature, '°C')}</Typography>
            {now.text != null && <SecondaryText>{now.text}</SecondaryText>}
          </Box>
          <Box
            component="dl"
            sx={{
              m: 0,
              ml: 'auto',
              display: 'grid',
              gridTemplateColumns: 'auto auto',
              columnGap: 1,
              typography: 'body2',
              '& dt': { color: 'text.secondary' },
              '& dd': { m: 0, textAlign: 'right' },
            }}
          >
            <dt>{t('home:weather.humidity')}</dt>
            <dd>{number(now.humidity, '%')}</dd>
            <dt>{t('home:weather.rain')}</dt>
            <dd>{number(now.precipitation, 'mm')}</dd>
            <dt>{t('home:weather.wind')}</dt>
            <dd>{wind.length === 0 ? '--' : wind.join(' ')}</dd>
          </Box>
        </Stack>
      )}
    </Section>
  )
}
