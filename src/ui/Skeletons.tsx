import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useTranslation } from 'react-i18next'

const range = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Lines in the shape of a list that is on its way. */
export function SkeletonList({ rows = 5, height = 40 }: { rows?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <Stack component="output" aria-label={t('frame:loading')} sx={{ gap: 1, p: 1 }}>
      {range(rows).map((at) => (
        <Skeleton key={at} variant="rounded" height={height} />
      ))}
    </Stack>
  )
}

/** Boxes in the shape of cards that are on their way. */
export function SkeletonCards({ count = 4, width = 220, height = 120 }: { count?: number; width?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <Box
      component="output"
      aria-label={t('frame:loading')}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: `repeat(auto-fill, minmax(min(${width}px, 100%), 1fr))` }}
    >
      {range(count).map((at) => (
        <Skeleton key={at} variant="rounded" height={height} />
      ))}
    </Box>
  )
}

/** A whole page that is on its way. */
export function SkeletonPage() {
  const { t } = useTranslation()
  return (
    <Stack component="output" aria-label={t('frame:loading')} sx={{ gap: 2, p: 3 }}>
      <Skeleton variant="text" width={220} height={36} />
      <SkeletonCards />
      <Skeleton variant="rounded" height={320} />
    </Stack>
  )
}
