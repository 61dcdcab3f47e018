import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { corporationCalls } from '#contract/organization/corporation'
import { useCall } from '#src/api/useCall.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { CorporationForm } from './CorporationForm.tsx'
import { FactorRule } from './FactorRule.tsx'
import { NewsRule } from './NewsRule.tsx'

/** What the enterprise says of itself, and how its console introduces itself. */
export default function CorporationPage() {
  const { t } = useTranslation()
  const read = useCall(corporationCalls.get, {}, { staleTime: 0 })
  return (
    <Page title={t('organization:corporation.title')} lead={t('organization:corporation.lead')}>
      {read.isError && !read.data ? (
        <ErrorState title={t('organization:corporation.failed')} error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data ? (
        <Stack sx={{ gap: 2 }}>
          <CorporationForm newest={read.data} />
          <NewsRule />
          <FactorRule />
        </Stack>
      ) : (
        <SkeletonList rows={6} height={56} />
      )}
    </Page>
  )
}
