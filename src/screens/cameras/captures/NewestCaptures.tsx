import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraCaptureCalls } from '#contract/cameras/capture'
import { useCall } from '#src/api/useCall.ts'
import { useMissedWords } from '#src/cameras/useMissedWords.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/time/moment.ts'
import { Pager } from '#src/ui/Pager.tsx'

const SIZES = [6, 12, 24] as const
const [WIDTH, HEIGHT] = [140, 80]

/** What a camera took at its times, the newest first; what is missing says why. */
export function NewestCaptures({ cameraId }: { cameraId: number }) {
  const { t } = useTranslation()
  const missedWords = useMissedWords()
  const [paging, setPaging] = useState<{ page: number; size: number }>({ page: 1, size: SIZES[0] })
  const query = useCall(cameraCaptureCalls.captures, { params: { id: cameraId }, query: paging })
  if (query.isError && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return null
  if (query.data.totalElements === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary', pt: 1.5 }}>
        {t('cameras:capture.noPictures')}
      </Typography>
    )
  return (
    <>
      <Box
        component="ul"
        aria-label={t('cameras:capture.newest')}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          pt: 1.5,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: `repeat(auto-fill, minmax(${WIDTH}px, 1fr))`,
        }}
      >
        {query.data.content.map(({ id, planName, dueAt, takenAt, fileUrl, state, why }) => (
          <li key={id}>
            {fileUrl !== null && (
              <AuthImage
                src={fileUrl}
                alt={t('cameras:capture.picture', { name: planName, when: momentText(takenAt ?? dueAt) })}
                width={WIDTH}
                height={HEIGHT}
                sx={{ width: '100%', borderRadius: 1 }}
              />
            )}
            <Typography variant="caption" component="div">
              {momentText(takenAt ?? dueAt).slice(0, 16)}
            </Typography>
            {state !== 'taken' && (
              <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                {t(`cameras:capture.${state}`)}
                {why !== null && ` · ${missedWords(why)}`}
              </Typography>
            )}
          </li>
        ))}
      </Box>
      <Pager total={query.data.totalElements} paging={paging} sizes={SIZES} onPaging={setPaging} />
    </>
  )
}
