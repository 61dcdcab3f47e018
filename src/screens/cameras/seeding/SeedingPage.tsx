import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { cameraCaptureCalls, type Series } from '#contract/cameras/capture'
import { CAMERAS_PATH, SEEDING_PATH } from '#contract/cameras/pages'
import { CAMERAS_READ } from '#contract/cameras/permission'
import { useCall } from '#src/api/useCall.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { BaseGate } from '#src/session/BaseGate.tsx'
import { Permitted } from '#src/session/Permitted.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { dayText, momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { SeriesView } from './SeriesView.tsx'

const DAY_MS = 86_400_000
const PICTURE = { width: 320, height: 180 }

/** The series of seedlings of the selected base; `?series=` opens one of them. */
export default function SeedingPage() {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  const planId = Number(address.get('series'))
  if (Number.isSafeInteger(planId) && planId > 0) return <SeriesView key={planId} planId={planId} />
  return <BaseGate title={t('cameras:seeding.title')}>{(area) => <AllSeries areaId={area.areaId} areaName={area.areaName} />}</BaseGate>
}

function AllSeries({ areaId, areaName }: { areaId: number; areaName: string }) {
  const { t } = useTranslation()
  const query = useCall(cameraCaptureCalls.situation, { query: { areaId } })
  return (
    <Page title={t('cameras:seeding.title')} lead={t('cameras:seeding.lead', { area: areaName })}>
      <ListGate
        title={t('cameras:seeding.failed')}
        query={query}
        rows={3}
        height={180}
        none={
          <EmptyState
            variant="noData"
            title={t('cameras:seeding.none')}
            text={t('cameras:seeding.noneText')}
            action={
              <Permitted code={CAMERAS_READ}>
                <Button variant="contained" component={Link} to={CAMERAS_PATH}>
                  {t('cameras:seeding.toCameras')}
                </Button>
              </Permitted>
            }
          />
        }
      >
        {(all) => (
          <Box
            component="ul"
            aria-label={t('cameras:seeding.title')}
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gap: 2,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
            }}
          >
            {all.map((series) => (
              <SeriesCard key={series.planId} series={series} />
            ))}
          </Box>
        )}
      </ListGate>
    </Page>
  )
}

function SeriesCard({ series }: { series: Series }) {
  const { t } = useTranslation()
  const { planId, name, crop, cameraName, landName, firstAt, newestAt, newestUrl, pictures, missed, enabledFlag } = series
  const days = firstAt === null || newestAt === null ? 0 : Math.floor((newestAt - firstAt) / DAY_MS) + 1
  const alt = newestAt === null ? '' : t('cameras:capture.picture', { name, when: momentText(newestAt) })
  return (
    <Card component="li">
      <CardActionArea component={Link} to={`${SEEDING_PATH}?series=${planId}`}>
        <AuthImage
          src={newestUrl}
          alt={alt}
          {...PICTURE}
          sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }}
          fallback={<Typography variant="caption">{t('cameras:seeding.noPicture')}</Typography>}
        />
        <Stack sx={{ p: 1.5, gap: 0.25, minWidth: 0 }}>
          <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {crop === '' ? name : t('crud:pair', { one: name, two: crop })}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {landName === null ? cameraName : `${cameraName} · ${landName}`}
          </Typography>
          {firstAt !== null && newestAt !== null && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {dayText(firstAt)} – {dayText(newestAt)} · {t('cameras:seeding.spanDays', { count: days })}
            </Typography>
          )}
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('cameras:capture.count', { count: pictures })}
            {missed > 0 && ` · ${t('cameras:seeding.missed', { count: missed })}`}
            {enabledFlag === 0 && ` · ${t('cameras:seeding.paused')}`}
          </Typography>
        </Stack>
      </CardActionArea>
    </Card>
  )
}
