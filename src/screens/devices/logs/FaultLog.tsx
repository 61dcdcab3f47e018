import { useTranslation } from 'react-i18next'
import { deviceLogCalls } from '#contract/devices/deviceLog'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { SpellTable } from './SpellTable.tsx'

const SIZES = [20, 50]

/** What faults a device reported of itself or its parts in the last 30 days. */
export function FaultLog({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation()
  const { query, pager } = usePagedCall(deviceLogCalls.fault, { params: { id: deviceId } }, SIZES)
  if (!query.data) return <ListGate compact query={query} rows={5} height={28} />
  if (query.data.totalElements === 0) return <EmptyState variant="noData" compact title={t('devices:logs.noFault')} />
  return (
    <>
      <SpellTable
        title={t('devices:logs.fault')}
        rows={query.data.content.map(({ itemId, from, until, name, fault, meaning }) => ({
          key: `${itemId}/${from}`,
          from,
          until,
          what: t('devices:logs.faultOf', { name, fault: meaning ?? fault }),
        }))}
      />
      {pager}
    </>
  )
}
