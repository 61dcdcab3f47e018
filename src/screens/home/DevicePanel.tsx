import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import HelpOutlined from '@mui/icons-material/HelpOutlined'
import SensorsOff from '@mui/icons-material/SensorsOff'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { DEVICE_TYPES, deviceFaces } from '#contract/devices/deviceType'
import { type Present, standingOf } from '#src/devices/usePresences.ts'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Section } from '#src/ui/Section.tsx'

const MOST = 5

/** Devices by state: first the ones that somebody should look at, then how many of each type are there. */
export function DevicePanel({
  areaId,
  present,
  onOpen,
}: {
  areaId: number
  present: readonly Present[]
  onOpen: (device: Device) => void
}) {
  const { t } = useTranslation()
  const since = useStaleSince(areaId)
  const away = present
    .filter(({ device, presence }) => deviceFaces[device.deviceType].showsPresence && presence !== 'online')
    // Offline before unknown, longest silent first.
    .sort(
      (one, other) =>
        Number(one.presence === 'unknown') - Number(other.presence === 'unknown') || (one.heardAt ?? 0) - (other.heardAt ?? 0),
    )
  const types = DEVICE_TYPES.flatMap((type) => {
    const own = present.filter(({ device }) => device.deviceType === type)
    return own.length === 0 ? [] : [{ type, own: own.length, standing: standingOf(own) }]
  })
  if (present.length === 0)
    return (
      <Section title={t('home:devices.title')}>
        <EmptyState compact variant="noData" title={t('home:devices.empty')} />
      </Section>
    )
  return (
    <Section title={t('home:devices.title')} flush>
      <Typography variant="subtitle2" component="h3" sx={{ px: 2, color: 'text.secondary' }}>
        {t('home:devices.attention')}
      </Typography>
      {since !== null && (
        <Stack direction="row" sx={{ px: 2, py: 1, gap: 1, alignItems: 'center', color: 'status.warn' }}>
          <CloudOffOutlined fontSize="small" />
          <Typography variant="body2">
            {t('devices:stale.title')} · {t('devices:stale.asOf')} <Age moment={since} />
          </Typography>
        </Stack>
      )}
      {away.length === 0 && since === null ? (
        <Stack direction="row" sx={{ px: 2, py: 1, gap: 1, alignItems: 'center', color: 'status.normal' }}>
          <CheckCircleOutlined fontSize="small" />
          <Typography variant="body2">{t('home:devices.allWell')}</Typography>
        </Stack>
      ) : (
        <List dense disablePadding>
          {away.slice(0, MOST).map(({ device, presence, heardAt }) => (
            <ListItem key={device.id} disablePadding>
              <ListItemButton onClick={() => onOpen(device)} sx={{ px: 2 }}>
                <ListItemIcon sx={{ minWidth: 32, color: presence === 'offline' ? 'status.warn' : 'status.late' }}>
                  {presence === 'offline' ? <SensorsOff fontSize="small" /> : <HelpOutlined fontSize="small" />}
                </ListItemIcon>
                <ListItemText
                  primary={device.name}
                  secondary={`${t(`devices:presence.${presence}`)} · ${t(`devices:type.${device.deviceType}`)}`}
                  slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }}
                />
                <Typography variant="caption" sx={{ color: 'text.secondary', pl: 1, whiteSpace: 'nowrap' }}>
                  {heardAt == null ? t('home:devices.neverHeard') : <Age moment={heardAt} />}
                </Typography>
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      )}
      {away.length > MOST && (
        <Typography variant="caption" component="p" sx={{ px: 2, color: 'text.secondary' }}>
          {t('home:devices.more', { count: away.length - MOST })}
        </Typography>
      )}
      <Typography variant="subtitle2" component="h3" sx={{ px: 2, pt: 1.5, pb: 0.5, color: 'text.secondary' }}>
        {t('home:devices.byType')}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, px: 2, pt: 0, pb: 2, gap: 0.75 }}>
        {types.map(({ type, own, standing: { total, online } }) => {
          const name = t(`devices:type.${type}`)
          return (
            <Box
              component="li"
              key={type}
              sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 96px 44px', gap: 1, alignItems: 'center' }}
            >
              <Typography variant="body2">{name}</Typography>
              {total === 0 ? (
                <span />
              ) : (
                <LinearProgress
                  variant="determinate"
                  value={(online / total) * 100}
                  aria-hidden
                  sx={{
                    height: 6,
                    borderRadius: 3,
                    bgcolor: 'action.selected',
                    '& .MuiLinearProgress-bar': {
                      bgcolor: since !== null ? 'text.disabled' : online === total ? 'status.normal' : 'status.warn',
                    },
                  }}
                />
              )}
              <Typography
                variant="body2"
                sx={{ textAlign: 'right', color: 'text.secondary' }}
                {...(total > 0 && { 'aria-label': `${t('devices:presence.online')} ${online} / ${total}` })}
              >
                {total === 0 ? own : `${online}/${total}`}
              </Typography>
            </Box>
          )
        })}
      </Stack>
    </Section>
  )
}
