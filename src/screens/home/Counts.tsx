import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { ALARMS_READ } from '#contract/alarms/permission'
import type { Area } from '#contract/farm/area'
import { landCalls } from '#contract/farm/land'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { type Present, standingOf } from '#src/devices/usePresences.ts'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import { useUnread } from '#src/live/useUnread.ts'
import { Permitted } from '#src/session/Permitted.tsx'
import { useSession } from '#src/session/session.ts'
import { Age } from '#src/ui/Age.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { AlarmTile } from './AlarmTile.tsx'
import { Tile } from './Tile.tsx'

/** The base in figures; those of devices follow the live presence. Null devices are on their way, undefined ones could not be read. */
export function Counts({ area, present }: { area: Area; present: readonly Present[] | null | undefined }) {
  const { t, i18n } = useTranslation()
  const { tenantId } = useSession()
  const unread = useUnread()
  const lands = useCall(landCalls.page, { params: { t: tenantId }, query: { areaId: area.areaId, size: 1 } })
  const number = (value: number) => formatValue(value, i18n.language)
  const since = useStaleSince(area.areaId)
  const standing = present && standingOf(present)
  const counted = (presence: 'online' | 'offline') => (present === undefined ? '--' : standing && number(standing[presence]))
  const old = since !== null
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(auto-fit, minmax(150px, 1fr))' }, mb: 2 }}>
      <Permitted code={ALARMS_READ}>
        <AlarmTile areaId={area.areaId} />
      </Permitted>
      <Tile
        label={t('devices:presence.online')}
        value={counted('online')}
        old={old}
        detail={standing && t('home:count.ofTotal', { total: number(standing.total) })}
      />
      <Tile
        label={t('devices:presence.offline')}
        value={counted('offline')}
        loud={standing != null && standing.offline > 0}
        old={old}
        detail={
          old ? (
            <>
              {t('devices:stale.asOf')} <Age moment={since} />
            </>
          ) : (
            standing != null && standing.unknown > 0 && `${t('devices:presence.unknown')} ${number(standing.unknown)}`
          )
        }
      />
      <Tile
        label={t('home:count.lands')}
        value={lands.isPending ? null : lands.isError ? '--' : number(lands.data.totalElements)}
        detail={
          area.areaMeasure == null ? '' : `${t('home:count.measure')} ${decimalText(area.areaMeasure, i18n.language)} ${t('home:count.mu')}`
        }
      />
      <Tile label={t('home:count.unread')} value={unread == null ? null : number(unread)} />
    </Box>
  )
}
