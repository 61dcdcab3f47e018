import ExpandLess from '@mui/icons-material/ExpandLess'
import ExpandMore from '@mui/icons-material/ExpandMore'
import NavigationOutlined from '@mui/icons-material/NavigationOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Collapse from '@mui/material/Collapse'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { weatherCalls, windSector } from '#contract/map/weather'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { DEFAULT_ICON } from '#src/map/describeSky.ts'
import { SkyIcon } from '#src/map/SkyIcon.tsx'
import { useSession } from '#src/session/session.ts'
import { Age } from '#src/ui/Age.tsx'
import { unseen } from '#src/ui/unseen.ts'

const REFRESH_MS = 10 * 60_000
/** WEATHER-04. */
const GOOD = '200'
const DIGITS = 6

/** Weather at the base: one line, or all of it. It says who told it and how old it is. */
export function WeatherCard({ place, initiallyOpen = false }: { place: { longitude: number; latitude: number }; initiallyOpen?: boolean }) {
  const { t, i18n } = useTranslation()
  const { tenantId } = useSession()
  const [open, setOpen] = useState(initiallyOpen)
  const details = useId()
  const coordinates = { latitude: place.latitude.toFixed(DIGITS), longitude: place.longitude.toFixed(DIGITS) }
  const input = { params: { t: tenantId }, query: coordinates }
  const now = useCall(weatherCalls.now, input, { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS / 2 })
  const city = useCall(weatherCalls.location, input, { staleTime: Number.POSITIVE_INFINITY })
  if (now.isPending) return <Skeleton variant="rounded" width={180} height={48} aria-label={t('map:weather.title')} />
  const weather = now.data?.code === GOOD ? now.data : null
  const known = weather != null && weather.source !== 'none'
  const number = (value: number | null, unit: string) => (value == null ? '--' : `${formatValue(value, i18n.language, 1)}${unit}`)
  const cityName = city.data?.code === GOOD ? city.data.city : ''
  return (
    <Paper
      component="section"
      aria-label={t('map:weather.title')}
      elevation={3}
      sx={{ width: open ? 250 : 'auto', overflow: 'hidden', pointerEvents: 'auto' }}
    >
      <ButtonBase
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={details}
        sx={{
          width: '100%',
          px: 1.5,
          py: 0.75,
          gap: 1,
          justifyContent: 'flex-start',
          '&.Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <SkyIcon icon={weather?.icon ?? DEFAULT_ICON} sx={{ color: known ? 'warning.main' : 'text.disabled' }} />
        <Typography component="span" variant="h2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {number(weather?.temperature ?? null, '°C')}
        </Typography>
        <Typography component="span" variant="body2" noWrap sx={{ color: 'text.secondary', flex: 1, textAlign: 'left', minWidth: 0 }}>
          {[weather?.text, cityName].filter(Boolean).join(' · ')}
        </Typography>
        <Box component="span" sx={unseen}>
          {t(open ? 'map:weather.collapse' : 'map:weather.expand')}
        </Box>
        {open ? <ExpandLess fontSize="small" color="action" /> : <ExpandMore fontSize="small" color="action" />}
      </ButtonBase>
      <Collapse in={open} id={details} unmountOnExit>
        <Stack sx={{ px: 1.5, pb: 1.25, gap: 0.5 }}>
          {known ? (
            <>
              <Fact label={t('map:weather.precipitation')} value={number(weather.precipitation, ' mm')} />
              <Fact label={t('map:weather.humidity')} value={number(weather.humidity, ' %')} />
              <Fact
                label={t('map:weather.wind')}
                value={
                  <>
                    {weather.wind360 != null && (
                      // The arrow flies with the wind: a north wind points south.
                      <NavigationOutlined
                        aria-hidden
                        sx={{ fontSize: '1rem', mr: 0.5, verticalAlign: '-2px', transform: `rotate(${weather.wind360 + 180}deg)` }}
                      />
                    )}
                    {[
                      weather.wind360 == null ? '' : t(`map:weather.sector.${windSector(weather.wind360)}`),
                      weather.windScale == null ? '' : t('map:weather.scale', { scale: weather.windScale }),
                    ]
                      .filter(Boolean)
                      .join(' ') || '--'}
                  </>
                }
              />
            </>
          ) : (
            <Typography variant="body2">{t(now.isError ? 'map:weather.failed' : 'map:weather.none')}</Typography>
          )}
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`map:weather.source.${weather?.source ?? 'none'}`)}
            {weather?.at != null && (
              <>
                {' · '}
                <Age moment={weather.at} />
              </>
            )}
          </Typography>
        </Stack>
      </Collapse>
    </Paper>
  )
}

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {label}
    </Typography>
    <Box component="span" sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
      {value}
    </Box>
  </Stack>
)
