import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { settingsCalls } from '#contract/devices/settings'
import { useCall } from '#src/api/useCall.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'

/** The light of a screen that is set to nothing, percent. */
const FULL = 100
/** What is dim in the field is still to be read here. */
const LEAST_LIGHT = 0.35

/** What a screen in the field shows: what it confirmed last, never what was only asked. */
export function ShownText({ device }: { device: Device }) {
  const { t } = useTranslation()
  const query = useCall(settingsCalls.get, { params: { id: device.id } })
  if (!query.data) return <ListGate compact query={query} rows={1} height={120} />
  const { confirmed } = query.data
  const { shownText, shownLevel } = confirmed?.values ?? {}
  const words = typeof shownText === 'string' && shownText !== '' ? shownText : null
  const light = Math.max(LEAST_LIGHT, (typeof shownLevel === 'number' ? shownLevel : FULL) / FULL)
  return (
    <Section title={t('devices:screen.title')}>
      <Box
        sx={{
          bgcolor: '#0c0f0d',
          color: '#ffb454',
          borderRadius: 1,
          p: { xs: 2, sm: 3 },
          minHeight: 96,
          display: 'grid',
          placeItems: 'center',
          textAlign: 'center',
        }}
      >
        <Typography
          component="p"
          sx={{
            opacity: words === null ? 1 : light,
            fontSize: words === null ? '1rem' : { xs: '1.375rem', sm: '1.75rem' },
            fontWeight: 650,
            lineHeight: 1.3,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {words ?? t(confirmed === null ? 'devices:screen.never' : 'devices:screen.nothing')}
        </Typography>
      </Box>
      {confirmed !== null && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('devices:settings.confirmed', { time: momentText(confirmed.at) })}
        </Typography>
      )}
    </Section>
  )
}
