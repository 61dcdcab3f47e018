import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { banner, type BannerRecord, type Showing } from '#contract/home/banner'
import { useCall } from '#src/api/useCall.ts'
import { momentText } from '#src/time/moment.ts'
import { BannerPicture, RATIO } from '../landing/Banners.tsx'

const COLORS = { hidden: 'default', planned: 'info', shown: 'success', over: 'default' } as const satisfies Record<Showing, string>

/** One banner: how /home shows it, to whom, and when. */
export function BannerRow({ of, onEdit, onRemove }: { of: BannerRecord; onEdit: (() => void) | null; onRemove: (() => void) | null }) {
  const { t } = useTranslation()
  const roles = useCall(banner.actions.audience, {}, { enabled: onEdit !== null }).data
  const { title, imageAddress, content, typeFlag, showing, roleIds } = of
  const audience =
    roleIds.length === 0
      ? t('home:banner.everybody')
      : roles === undefined
        ? t('home:banner.roles', { count: roleIds.length })
        : roleIds.map((id) => roles.find(({ roleId }) => roleId === id)?.roleName ?? t('home:banner.gone')).join(' · ')
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: { sm: 'center' }, flex: 1, minWidth: 0 }}>
      <Box
        component="figure"
        aria-label={t('home:banner.preview')}
        sx={{
          position: 'relative',
          m: 0,
          width: { xs: 1, sm: 320 },
          flexShrink: 0,
          aspectRatio: RATIO,
          overflow: 'hidden',
          borderRadius: 1,
          bgcolor: 'action.hover',
        }}
      >
        <BannerPicture banner={{ title, imageAddress: imageAddress ?? '' }} />
      </Box>
      <Stack sx={{ flex: 1, minWidth: 0, gap: 0.5 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
          <Chip size="small" color={COLORS[showing]} label={t(`home:banner.choices.showing.${showing}`)} />
        </Stack>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {content === null || content === '' ? t('home:banner.noLink') : content}
          {content !== null && content !== '' && typeFlag === 1 && ` · ${t('home:banner.newWindow')}`}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {useTimes(of)} · {audience}
        </Typography>
      </Stack>
      <Stack direction="row">
        {onEdit && (
          <IconButton aria-label={t('home:banner.edit', { title })} onClick={onEdit}>
            <EditIcon />
          </IconButton>
        )}
        {onRemove && (
          <IconButton aria-label={t('home:banner.remove', { title })} onClick={onRemove}>
            <DeleteIcon />
          </IconButton>
        )}
      </Stack>
    </Stack>
  )
}

function useTimes({ shownFrom, shownUntil }: BannerRecord): string {
  const { t } = useTranslation()
  if (shownFrom !== null && shownUntil !== null)
    return t('home:banner.span', { from: momentText(shownFrom), until: momentText(shownUntil) })
  if (shownFrom !== null) return t('home:banner.from', { from: momentText(shownFrom) })
  return shownUntil === null ? t('home:banner.always') : t('home:banner.until', { until: momentText(shownUntil) })
}
