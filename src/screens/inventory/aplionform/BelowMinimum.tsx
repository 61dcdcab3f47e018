import { useTranslation } from 'react-i18next'
import { aplionform } from '#contract/inventory/aplionform'
import { orderCalls } from '#contract/inventory/order'
import { useCall } from '#src/api/useCall.ts'
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { blankDraft, lineWith } from '#src/documents/draft.ts'
import { newTitles } from '#src/documents/titles.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { screens } from './aplionform.ts'

/** An application that begins with what is below its minimum in the stores of a base: whoever writes it looks it over, and saves it. */
export function BelowMinimum({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  // As it was when it was begun: what is typed is not pulled away by what moves meanwhile.
  const query = useCall(orderCalls.draft, { query: { areaId } }, { staleTime: Infinity, gcTime: 0 })
  if (!query.data && !query.isError) return <SkeletonPage />
  const known = newTitles(aplionform, null)
  for (const one of query.data ?? []) known.learn(aplionform.line.productId, one.productId, one.productName)
  return (
    <Page title={t('inventory:aplionform.addTitle')} lead={t('inventory:aplionform.belowLead')}>
      {!query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState variant="noData" title={t('inventory:aplionform.belowNone')} text={null} />
      ) : (
        <DocumentForm
          kind={screens.kind}
          record={null}
          areaId={areaId}
          begun={{
            ...blankDraft(aplionform, areaId),
            title: t('inventory:aplionform.belowTitle'),
            lines: query.data.map((one) => lineWith(aplionform, one)),
          }}
          known={known}
        />
      )}
    </Page>
  )
}
