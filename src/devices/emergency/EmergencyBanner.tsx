import DangerousIcon from '@mui/icons-material/Dangerous'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmergencyStop } from '#contract/devices/emergencyStop'
import { CONTROL } from '#contract/devices/switch'
import { usePermission } from '#src/session/usePermission.ts'
import { shortMomentText } from '#src/time/moment.ts'
import { useNow } from '#src/ui/useNow.ts'
import { type EmergencyAct, EmergencyDialog } from './EmergencyDialog.tsx'
import { useEmergencyStops } from './useEmergencyStops.ts'

const LOOK_MS = 60_000
const strip = { px: { xs: 1.5, md: 2.5 }, py: 0.75, columnGap: 2, rowGap: 0.5, alignItems: 'center', flexWrap: 'wrap' } as const

/** That an emergency stop stands, for every base of the person where one does, over the whole width; read out as it comes and changes. */
export function EmergencyBanner() {
  const { t } = useTranslation()
  const { data, isError } = useEmergencyStops()
  const may = usePermission(CONTROL) === true
  const [asked, setAsked] = useState<{ act: EmergencyAct; stop: EmergencyStop } | null>(null)
  return (
    <Box aria-live="assertive" data-emergency-banner>
      {data?.map((stop) => (
        <Strip key={stop.areaId} stop={stop} isOld={isError} {...(may ? { onAct: (act: EmergencyAct) => setAsked({ act, stop }) } : {})} />
      ))}
      {isError && data === undefined && (
        <Stack direction="row" sx={{ ...strip, borderBottom: 1, borderColor: 'divider', color: 'status.warn' }}>
          <Typography variant="body2">{t('devices:emergency.notKnown')}</Typography>
        </Stack>
      )}
      {asked !== null && <EmergencyDialog act={asked.act} bases={[asked.stop]} onClose={() => setAsked(null)} />}
    </Box>
  )
}

function Strip({ stop, isOld, onAct }: { stop: EmergencyStop; isOld: boolean; onAct?: (act: EmergencyAct) => void }) {
  const { t } = useTranslation()
  const now = useNow(LOOK_MS)
  const { areaName: base, running, aeratorsAt, aeratorsBy } = stop
  const facts = [
    t('devices:emergency.by', { by: stop.pressedBy, time: shortMomentText(stop.pressedAt, now) }),
    running > 0 ? t('devices:emergency.running', { count: running }) : t('devices:emergency.allStopped'),
    aeratorsAt === null
      ? t('devices:emergency.aeratorsGoOn')
      : t('devices:emergency.aeratorsStopped', { by: aeratorsBy ?? '', time: shortMomentText(aeratorsAt, now) }),
    ...(isOld ? [t('devices:emergency.old')] : []),
  ]
  const button = { color: 'inherit', variant: 'outlined', size: 'small' } as const
  return (
    <Stack
      component="section"
      direction="row"
      aria-label={t('devices:emergency.title', { base })}
      sx={{ ...strip, bgcolor: '#b71c1c', color: '#fff', borderBottom: 1, borderColor: 'rgba(255, 255, 255, 0.4)' }}
    >
      <DangerousIcon aria-hidden />
      <Typography sx={{ fontWeight: 700 }}>{t('devices:emergency.title', { base })}</Typography>
      <Typography variant="body2" sx={{ flex: '1 1 260px', minWidth: 0, fontVariantNumeric: 'tabular-nums' }}>
        {facts.join(' · ')}
      </Typography>
      {onAct && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {aeratorsAt === null && (
            <Button {...button} onClick={() => onAct('aerators')} sx={{ minHeight: 36 }}>
              {t('devices:emergency.stopAerators')}
            </Button>
          )}
          <Button {...button} onClick={() => onAct('lift')} sx={{ minHeight: 36 }}>
            {t('devices:emergency.lift')}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}
