import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Age } from '#src/ui/Age.tsx'

/** Across the whole wall: nothing comes any more, since when, and that this says nothing of the devices. */
export function WallLost({ since }: { since: number }) {
  const { t } = useTranslation()
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        alignItems: 'center',
        columnGap: 2,
        flexWrap: 'wrap',
        px: { xs: 1.5, md: 2.5 },
        py: { xs: 1, md: 1.5 },
        bgcolor: 'status.warn',
        color: 'background.default',
        fontSize: { xs: '1rem', lg: '1.75rem' },
        lineHeight: 1.25,
      }}
    >
      <CloudOffOutlined sx={{ fontSize: '1.5em' }} aria-hidden />
      <Box component="strong">
        {t('devices:stale.title')} · <Age moment={since} />
      </Box>
      <span>{t('devices:stale.text')}</span>
    </Box>
  )
}
