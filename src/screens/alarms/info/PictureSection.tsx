import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { cameraCaptureCalls } from '#contract/cameras/capture'
import { cameraPath } from '#contract/cameras/pages'
import { CAMERAS_READ } from '#contract/cameras/permission'
import { useCall } from '#src/api/useCall.ts'
import { useMissedWords } from '#src/cameras/useMissedWords.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { usePermission } from '#src/session/usePermission.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'

const PICTURE = { width: 620, height: 349 }

/** What the nearest camera saw when an alarm was raised, or why it saw nothing; nothing at all where no camera is near. */
export function PictureSection({ alarmId }: { alarmId: number }) {
  const { t } = useTranslation()
  const missedWords = useMissedWords()
  const maySeeCamera = usePermission(CAMERAS_READ) === true
  const query = useCall(cameraCaptureCalls.alarm, { params: { id: alarmId } })
  const picture = query.data?.picture
  if (!query.isError && !picture) return null
  return (
    <Section title={t('alarms:picture.title')}>
      {!picture ? (
        <ErrorState compact title={t('alarms:picture.failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {picture.takenAt !== null && (
            <AuthImage
              src={picture.fileUrl}
              alt={t('alarms:picture.alt', { name: picture.cameraName, when: momentText(picture.takenAt) })}
              {...PICTURE}
              mode="fit"
              sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9', borderRadius: 1 }}
            />
          )}
          <Typography variant="body2" sx={{ pt: 1 }}>
            {t('alarms:picture.camera')}{' '}
            {picture.cameraId !== null && maySeeCamera ? (
              <Link component={RouterLink} to={cameraPath(picture.cameraId)}>
                {picture.cameraName}
              </Link>
            ) : (
              picture.cameraName
            )}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {picture.after !== null
              ? t('alarms:picture.after', { count: Math.round(picture.after / 1000) })
              : picture.state === 'due' || picture.why === null
                ? t('alarms:picture.due')
                : t('alarms:picture.missed', { why: missedWords(picture.why) })}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t(`alarms:picture.chosen.${picture.chosen}`, { metres: Math.round(picture.distance ?? 0) })}
          </Typography>
        </>
      )}
    </Section>
  )
}
