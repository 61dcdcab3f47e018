import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useParams } from 'react-router-dom'
import { land } from '#contract/farm/land'
import { variety } from '#contract/organization/variety'
import { useCall } from '#src/api/useCall.ts'
import { RecordFacts } from '#src/crud/RecordFacts.tsx'
import { useRecord } from '#src/crud/useRecords.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'

/** A variety, and where it stands. */
export default function VarietyInfoPage() {
  const { t } = useTranslation()
  const id = Number(useParams().id)
  const { record, error, retry } = useRecord(variety, id)
  const plots = useCall(land.calls.page, { query: { varietyId: id, size: 0 } })
  if (error) return <Page title={t('organization:variety.info')}>{<ErrorState error={error} onRetry={() => void retry()} />}</Page>
  if (!record) return <SkeletonPage />
  const stands = plots.data?.content ?? []
  return (
    <Page title={String(record.name)} lead={t('organization:variety.info')}>
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 3, alignItems: 'flex-start' }}>
        <Paper variant="outlined" sx={{ p: 3, flex: 1, width: '100%' }}>
          <RecordFacts of={variety} record={record} />
        </Paper>
        <Paper variant="outlined" component="section" sx={{ p: 3, width: { xs: '100%', md: 320 } }}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {t('organization:variety.stands')}
          </Typography>
          {plots.isSuccess && stands.length === 0 && <SecondaryText variant="body1">{t('organization:variety.nowhere')}</SecondaryText>}
          {stands.map((plot) => (
            <Typography key={plot.landId} variant="body2">
              <Link component={RouterLink} to={`/web/farm/land?open=${plot.landId}`}>
                {plot.landName}
              </Link>
              {` · ${plot.labels?.areaId ?? ''}`}
            </Typography>
          ))}
        </Paper>
      </Stack>
    </Page>
  )
}
