import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { SkeletonList } from '../ui/Skeletons.tsx'
import { useWindowTitle } from '../ui/windowTitle.ts'
import { type Row, titleOf, useRecord } from './useRecords.ts'

const WIDTH = 420

/** A record beside its list. */
export function RecordDetail({
  of,
  id,
  onClose,
  children,
}: {
  of: AnyResource
  id: number
  onClose: () => void
  children: (record: Row) => ReactNode
}) {
  const { t } = useTranslation()
  const { record, error, retry } = useRecord(of, id)
  useWindowTitle('over', record ? titleOf(of, record) : null)
  return (
    <SideSheet title={record ? titleOf(of, record) : t('crud:details')} width={WIDTH} onClose={onClose}>
      {error ? (
        <ErrorState compact error={error} onRetry={() => void retry()} />
      ) : record ? (
        children(record)
      ) : (
        <SkeletonList rows={8} height={28} />
      )}
    </SideSheet>
  )
}
