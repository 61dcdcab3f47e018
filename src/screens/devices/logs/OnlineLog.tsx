import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceLogCalls } from '#contract/devices/deviceLog'
import { useCall } from '#src/api/useCall.ts'
import { PresenceMark } from '#src/devices/PresenceMark.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Pager } from '#src/ui/Pager.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { SpellTable } from './SpellTable.tsx'

const SIZES = [20, 50]

/** When a device came and went in the last 30 days. */
export function OnlineLog({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation()
  const [paging, setPaging] = useState({ page: 1, size: SIZES[0]! })
  const query = useCall(deviceLogCalls.online, { params: { id: deviceId }, query: paging }, { placeholderData: keepPreviousData })
  if (query.isError && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList rows={5} height={28} />
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
      <Pager total={query.data.totalElements} paging={paging} sizes={SIZES} onPaging={setPaging} />
    </>
  )
}
