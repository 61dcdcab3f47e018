import ButtonBase from '@mui/material/ButtonBase'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraLogCalls } from '#contract/cameras/log'
import { LOG_LEVELS, type LogEntry, type LogLevel } from '#contract/farm/log'
import { usePagedCall } from '#src/crud/usePagedCall.tsx'
import { LevelMark } from '#src/devices/LevelMark.tsx'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { momentText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'

const ALL = 'all'
const SIZES = [10, 20, 50] as const
const THUMB = { width: 140, height: 80 }
const LARGE = { width: 1190, height: 670 }

/** What was written of a camera, newest first. */
export function CameraLog({ cameraId }: { cameraId: number }) {
  const { t } = useTranslation()
  const [level, setLevel] = useState<LogLevel | typeof ALL>(ALL)
  const [seen, setSeen] = useState<{ readonly title: string; readonly fileUrl: string } | null>(null)
  const { query, paging, turn, pager } = usePagedCall(
    cameraLogCalls.page,
    { params: { id: cameraId }, query: level === ALL ? {} : { logLevel: level } },
    SIZES,
  )
  const filter = (
    <SelectField
      label={t('cameras:log.filter')}
      value={level}
      sx={{ minWidth: 140 }}
      words={([ALL, ...LOG_LEVELS] as const).map((one) => [one, t(`cameras:log.level.${one}`)])}
      onChange={(one) => {
        setLevel(one)
        turn({ ...paging, page: 1 })
      }}
    />
  )
  return (
    <Section title={t('cameras:log.title')} aside={filter}>
      <ListGate
        compact
        title={t('cameras:log.failed')}
        query={query}
        rows={3}
        height={80}
        none={<EmptyState compact variant="noData" title={t('cameras:log.none')} text={t('cameras:log.noneText')} />}
      >
        {({ content }) => (
          <>
            <List disablePadding>
              {content.map((entry) => (
                <Entry key={entry.id} entry={entry} onSee={(fileUrl) => setSeen({ title: entry.logTitle, fileUrl })} />
              ))}
            </List>
            {pager}
          </>
        )}
      </ListGate>
      <Modal open={seen !== null} onClose={() => setSeen(null)} width={LARGE.width} title={seen?.title ?? ''} flush>
        {seen && (
          <AuthImage
            src={seen.fileUrl}
            alt={t('cameras:log.picture', { title: seen.title })}
            {...LARGE}
            mode="fit"
            sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }}
          />
        )}
      </Modal>
    </Section>
  )
}

function Entry({ entry, onSee }: { entry: LogEntry; onSee: (fileUrl: string) => void }) {
  const { t } = useTranslation()
  const { logTitle, description, content, logLevel, at, by } = entry
  return (
    <ListItem disableGutters divider sx={{ gap: 1.5, alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
      <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap', flexShrink: 0 }}>
        {content.map((fileUrl) => (
          <ButtonBase key={fileUrl} onClick={() => onSee(fileUrl)} sx={{ borderRadius: 1, overflow: 'hidden' }}>
            <AuthImage src={fileUrl} alt={t('cameras:log.picture', { title: logTitle })} {...THUMB} />
          </ButtonBase>
        ))}
      </Stack>
      <Stack sx={{ minWidth: 0, gap: 0.25 }}>
        <Typography variant="subtitle2" sx={{ overflowWrap: 'anywhere' }}>
          {logTitle}
        </Typography>
        <Stack direction="row" sx={{ columnGap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
          <LevelMark level={logLevel}>{t(`cameras:log.level.${logLevel}`)}</LevelMark>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('cameras:log.by', { name: by ?? t('cameras:log.someone'), when: momentText(at) })}
          </Typography>
        </Stack>
        {description !== '' && (
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {description}
          </Typography>
        )}
      </Stack>
    </ListItem>
  )
}
