import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'
import { corporationCalls } from '#contract/organization/corporation'
import { useCall } from '#src/api/useCall.ts'
import { Page } from '#src/ui/Page.tsx'
import { QueryGate } from '#src/ui/QueryGate.tsx'
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
      <QueryGate title={t('organization:corporation.failed')} query={read} waiting={<SkeletonList rows={6} height={56} />}>
        {(newest) => (
          <Stack sx={{ gap: 2 }}>
            <CorporationForm newest={newest} />
            <NewsRule />
            <FactorRule />
          </Stack>
        )}
      </QueryGate>
    </Page>
  )
}
