import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { taskCalls } from '#contract/farm/task'
import { useCall } from '#src/api/useCall.ts'
import { formatValue } from '#src/charts/formatValue.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'

export const EVENTS_SHOWN = 50
const TILE = 88

/** What was done with a task and told of it, newest first. */
export function TaskEvents({ taskId }: { taskId: number }) {
  const { t, i18n } = useTranslation()
  const events = useCall(taskCalls.events, { params: { id: taskId }, query: { size: EVENTS_SHOWN } })
  if (!events.data) return <ListGate compact query={events} rows={2} height={28} />
  return (
    <Stack component="section" sx={{ gap: 1 }}>
      <Typography variant="h3">{t('farm:task.events')}</Typography>
      {events.data.content.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('farm:task.noEvents')}</Typography>}
      {events.data.content.map(({ id, what, at, by, note, pictures, place }) => (
        <Stack key={id} sx={{ gap: 0.5, py: 0.5, borderTop: 1, borderColor: 'divider' }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
            <Typography variant="body2">{t(`farm:task.verb.${what}`)}</Typography>
            <Typography variant="caption" sx={{ color: 'text.secondary', textAlign: 'right' }}>
              {by === null ? momentText(at) : t('farm:task.by', { who: by, at: momentText(at) })}
            </Typography>
          </Stack>
          {note !== null && (
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {note}
            </Typography>
          )}
          {pictures.length > 0 && (
            <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
              {pictures.map((url) => (
                <AuthImage key={url} src={url} alt="" width={TILE} height={TILE} sx={{ borderRadius: 0.5 }} />
              ))}
            </Stack>
          )}
          {place !== null && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('farm:task.placeGot', {
                place: [place.longitude, place.latitude].map((degrees) => formatValue(degrees, i18n.language, 5)).join(', '),
              })}
            </Typography>
          )}
        </Stack>
      ))}
    </Stack>
  )
}
