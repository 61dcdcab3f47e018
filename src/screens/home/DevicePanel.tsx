import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import SensorsOff from '@mui/icons-material/SensorsOff'
import WarningAmber from '@mui/icons-material/WarningAmber'
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
import { DEVICE_TYPES } from '#contract/devices/deviceType'
import { AlarmShape } from '#src/alarms/AlarmMark.tsx'
import { NewestValue } from '#src/devices/NewestValue.tsx'
import { type Present, standingOf } from '#src/devices/usePresences.ts'
import type { Openable } from '#src/frame/openers.tsx'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'
import { HealthMark } from '#src/map/HealthMark.tsx'
import { useAlarms } from '#src/map/useDeviceBoard.ts'
import { Age } from '#src/ui/Age.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Section } from '#src/ui/Section.tsx'

const MOST = 5

/** Devices by state: first the ones that somebody should look at, then how many of each type are there. */
export function DevicePanel({
  areaId,
  present,
  board,
  onOpen,
}: {
  areaId: number
  present: readonly Present[]
  board: DeviceBoard
  onOpen: (device: Openable) => void
}) {
  const { t } = useTranslation()
  const since = useStaleSince(areaId)
  const abnormal = useAlarms(board)
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
        {t('map:wall.abnormal')}
      </Typography>
      {since !== null && (
        <Stack direction="row" sx={{ px: 2, py: 1, gap: 1, alignItems: 'center', color: 'status.warn' }}>
          <CloudOffOutlined fontSize="small" />
          <Typography variant="body2">
            {t('devices:stale.title')} · {t('devices:stale.asOf')} <Age moment={since} />
          </Typography>
        </Stack>
      )}
      {abnormal.length === 0 && since === null ? (
        <Stack direction="row" sx={{ px: 2, py: 1, gap: 1, alignItems: 'center', color: 'status.normal' }}>
          <CheckCircleOutlined fontSize="small" />
          <Typography variant="body2">{t('map:wall.allWell')}</Typography>
        </Stack>
      ) : (
        <List dense disablePadding>
          {abnormal.slice(0, MOST).map((at) => (
            <Attention key={board.devices[at]!.id} board={board} at={at} onOpen={onOpen} />
          ))}
        </List>
      )}
      {abnormal.length > MOST && (
        <Typography variant="caption" component="p" sx={{ px: 2, color: 'text.secondary' }}>
          {t('home:devices.more', { count: abnormal.length - MOST })}
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

/** A device that needs somebody: its name, what is wrong with it, and since when nothing newer came. */
function Attention({ board, at, onOpen }: { board: DeviceBoard; at: number; onOpen: (device: Openable) => void }) {
  const device = board.devices[at]!
  const state = board.state(at)
  const { wrong, presence } = state
  const moment = wrong?.ts ?? state.heardAt
  return (
    <ListItem disablePadding data-attention>
      <ListItemButton onClick={() => onOpen(device)} sx={{ px: 2 }}>
        <ListItemIcon sx={{ minWidth: 32, color: wrong ? 'status.alarm' : 'status.warn' }}>
          {state.alarm ? (
            <AlarmShape severity={state.alarm} named={false} />
          ) : wrong || presence === 'online' ? (
            <WarningAmber fontSize="small" />
          ) : (
            <SensorsOff fontSize="small" />
          )}
        </ListItemIcon>
        <ListItemText
          primary={device.name}
          secondary={
            <Stack component="span" direction="row" sx={{ columnGap: 1.5, flexWrap: 'wrap' }}>
              {wrong && (
                <span>
                  {wrong.name}{' '}
                  <NewestValue
                    areaId={device.areaId}
                    item={wrong}
                    reportingPeriod={device.reportingPeriod}
                    deviceType={device.deviceType}
                  />
                </span>
              )}
              <HealthMark state={state} />
            </Stack>
          }
          slotProps={{ primary: { noWrap: true }, secondary: { component: 'div' } }}
        />
        {moment != null && (
          <Typography variant="caption" sx={{ color: 'text.secondary', pl: 1, whiteSpace: 'nowrap' }}>
            <Age moment={moment} />
          </Typography>
        )}
      </ListItemButton>
    </ListItem>
  )
}
