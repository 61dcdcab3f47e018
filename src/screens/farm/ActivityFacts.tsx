import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Activity } from '#contract/farm/activity'
import { formatValue } from '#src/charts/formatValue.ts'
import { momentText } from '#src/time/moment.ts'

/** The weather in which it was done; where there is none, why. */
export function ActivityFacts({ record: { weather, noWeather } }: { record: Activity }) {
  const { t, i18n } = useTranslation()
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:activity.weather')}</Typography>
      {weather === null ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`farm:activity.noWeather.${noWeather ?? 'none'}`)}
        </Typography>
      ) : (
        <>
          <Typography variant="body2">
            {weather.values
              .map(({ code, value, unit }) =>
                `${t(`farm:activity.weatherItem.${code}`)} ${formatValue(value, i18n.language)} ${unit ?? ''}`.trimEnd(),
              )
              .join(' · ')}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('farm:activity.measured', { station: weather.station, when: momentText(weather.at).slice(0, 16) })}
          </Typography>
        </>
      )}
    </Stack>
  )
}
