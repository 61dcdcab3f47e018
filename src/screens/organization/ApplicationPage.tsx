import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, APPLICATION_CREATE, applicationCalls, type NewSecret } from '#contract/organization/application'
import { useCall } from '#src/api/useCall.ts'
import { SecretOnce } from '#src/rights/SecretOnce.tsx'
import { Permitted } from '#src/session/Permitted.tsx'
import { AddButton } from '#src/ui/AddButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { ApplicationCard } from './applications/ApplicationCard.tsx'
import { ApplicationDialog } from './applications/ApplicationDialog.tsx'

/** Programs of others that call in their own name: what each may do, its secret and how much it calls. */
export default function ApplicationPage() {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Application | 'new' | null>(null)
  const [made, setMade] = useState<NewSecret | null>(null)
  const found = useCall(applicationCalls.page, { query: { page: 1, size: 0 } }, { staleTime: 0 })
  const matrix = useCall(applicationCalls.matrix, {}, { staleTime: Number.POSITIVE_INFINITY })
  const failed = [found, matrix].find((query) => query.isError && !query.data)
  const reread = () => void found.refetch()
  const tell = (answer: NewSecret) => {
    setMade(answer)
    reread()
  }
  return (
    <Page
      title={t('organization:application.title')}
      lead={t('organization:application.lead')}
      actions={
        <Permitted code={APPLICATION_CREATE}>
          <AddButton disabled={!matrix.data} onClick={() => setEdited('new')}>
            {t('organization:application.add')}
          </AddButton>
        </Permitted>
      }
    >
      {failed ? (
        <ErrorState title={t('organization:application.failed')} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !found.data || !matrix.data ? (
        <SkeletonList rows={3} height={120} />
      ) : found.data.content.length === 0 ? (
        <EmptyState variant="noData" title={t('organization:application.none')} text={t('organization:application.noneHint')} />
      ) : (
        <Stack component="ul" aria-label={t('organization:application.list')} sx={{ gap: 2, m: 0, p: 0, listStyle: 'none' }}>
          {found.data.content.map((one) => (
            <ApplicationCard
              key={one.applicationId}
              of={one}
              rows={matrix.data}
              onEdit={() => setEdited(one)}
              onSecret={tell}
              onChanged={reread}
            />
          ))}
        </Stack>
      )}
      {edited !== null && matrix.data && (
        <ApplicationDialog
          of={edited === 'new' ? null : edited}
          rows={matrix.data}
          onClose={() => setEdited(null)}
          onMade={tell}
          onChanged={reread}
        />
      )}
      {made !== null && (
        <SecretOnce
          title={t('organization:application.secretOf', { name: made.application.name })}
          lines={[
            { label: t('organization:application.clientId'), text: made.application.clientId },
            { label: t('organization:application.secret'), text: made.secret },
          ]}
          onClose={() => setMade(null)}
        />
      )}
    </Page>
  )
}
