import AgricultureOutlined from '@mui/icons-material/AgricultureOutlined'
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import EditNoteOutlined from '@mui/icons-material/EditNoteOutlined'
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import TouchAppOutlined from '@mui/icons-material/TouchAppOutlined'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import type { LogRow, LogSource } from '#contract/farm/log'
import { LevelMark } from '#src/devices/LevelMark.tsx'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { dayText, momentText } from '#src/time/moment.ts'

const TILE = 88
const ICONS: Readonly<Record<LogSource, typeof EditIcon>> = {
  note: MenuBookOutlined,
  activity: EditNoteOutlined,
  task: AssignmentOutlined,
  harvest: AgricultureOutlined,
  camera: VideocamOutlined,
  command: TouchAppOutlined,
  alarm: NotificationsOutlined,
}

/** One thing that happened: when, what, by whom and where, with its pictures, and what may be done with it. */
export const LogEntry = memo(function LogEntry({
  row,
  path,
  onSee,
  onEdit,
  onRemove,
}: {
  row: LogRow
  /** The page of what it tells of. */
  path: string | null
  onSee: (row: LogRow, nth: number) => void
  onEdit: (row: LogRow) => void
  onRemove: (row: LogRow) => void
}) {
  const { t } = useTranslation()
  const Icon = ICONS[row.source]
  const { title, said, text, by, landName, batchName, deviceName, pictures, count, level } = row
  const where = [landName, batchName, row.source === 'camera' || row.source === 'alarm' ? deviceName : null].filter((part) => part !== null)
  // A reader in another zone has another day.
  const dayElsewhere = row.day !== null && row.day !== dayText(row.at) ? row.day : null
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: { xs: 1, sm: 2 }, py: 1.25, alignItems: 'flex-start', borderBottom: 1, borderColor: 'divider' }}
    >
      <Typography
        variant="body2"
        component="time"
        dateTime={new Date(row.at).toISOString()}
        title={row.day ?? momentText(row.at)}
        sx={{ width: { xs: 44, sm: 60 }, flexShrink: 0, color: 'text.secondary', fontVariantNumeric: 'tabular-nums', pt: '1px' }}
      >
        {row.day === null ? momentText(row.at).slice(11, 16) : t('farm:log.dayOnly')}
      </Typography>
      <Icon aria-hidden sx={{ fontSize: 20, color: 'text.secondary', flexShrink: 0, mt: '1px' }} />
      <Stack sx={{ flex: 1, minWidth: 0, gap: 0.25 }}>
        <Typography variant="body1" component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere', lineHeight: 1.4 }}>
          {path === null ? (
            title
          ) : (
            <Link component={RouterLink} to={path} underline="hover">
              {title}
            </Link>
          )}
        </Typography>
        <Stack direction="row" sx={{ columnGap: 1.5, rowGap: 0.25, flexWrap: 'wrap', alignItems: 'center' }}>
          {level !== 'info' && <LevelMark level={level}>{t(`farm:log.level.${level}`)}</LevelMark>}
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[said, dayElsewhere, by, ...where].filter(Boolean).join(' · ')}
          </Typography>
          {count > 1 && (
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {t('farm:log.times', { count, at: momentText(row.since).slice(11, 16) })}
            </Typography>
          )}
        </Stack>
        {text !== null && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxWidth: 960 }}>
            {text}
          </Typography>
        )}
        {pictures.length > 0 && (
          <Stack direction="row" sx={{ gap: 0.75, flexWrap: 'wrap', pt: 0.5 }}>
            {pictures.map((url, nth) => (
              <ButtonBase key={url} onClick={() => onSee(row, nth)} sx={{ borderRadius: 1, overflow: 'hidden' }}>
                <AuthImage src={url} alt={t('farm:log.picture', { nth: nth + 1, title })} width={TILE} height={TILE} />
              </ButtonBase>
            ))}
          </Stack>
        )}
      </Stack>
      {row.objectVersionNumber !== null && (
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, flexShrink: 0 }}>
          <IconButton aria-label={t('farm:log.editOne', { title })} onClick={() => onEdit(row)}>
            <EditIcon fontSize="small" />
          </IconButton>
          <IconButton aria-label={t('farm:log.removeOne', { title })} onClick={() => onRemove(row)}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      )}
    </Stack>
  )
})
