import { useTranslation } from 'react-i18next'
import { deviceLogCalls } from '#contract/devices/deviceLog'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { SpellTable } from './SpellTable.tsx'

const SIZES = [20, 50]

/** When a device came and went in the last 30 days. */
export function OnlineLog({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation()
  const { query, pager } = usePagedCall(deviceLogCalls.online, { params: { id: deviceId } }, SIZES)
  if (!query.data) return <ListGate compact query={query} rows={5} height={28} />
  if (query.data.totalElements === 0) return <EmptyState variant="noData" compact title={t('devices:logs.noOnline')} />
  return (
    <>
      <SpellTable
        title={t('devices:logs.online')}
        rows={query.data.content.map(({ id, at, until, presence }) => ({
          key: String(id),
          from: at,
          until,
          what: <PresenceMark presence={presence} />,
        }))}
      />
      {pager}
    </>
  )
}
