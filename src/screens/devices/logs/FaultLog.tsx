import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLogCalls } from '#contract/devices/deviceLog'
import { useCall } from '#src/api/useCall.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { SpellTable } from './SpellTable.tsx'

const SIZES = [20, 50]

/** What faults a device reported of itself or its parts in the last 30 days. */
export function FaultLog({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation()
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0]! })
  const query = useCall(deviceLogCalls.fault, { params: { id: deviceId }, query: paging }, { placeholderData: keepPreviousData })
  if (query.isError && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList rows={5} height={28} />
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
      <Pager total={query.data.totalElements} paging={paging} sizes={SIZES} onPaging={setPaging} />
    </>
  )
}
