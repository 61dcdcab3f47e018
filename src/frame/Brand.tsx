import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { boot } from '#src/api/boot.ts'

/** The tenant's work logo at the head of the menu, else the product's mark and name (FRAME-08). */
export function Brand({ slim = false }: { slim?: boolean }) {
  const { t } = useTranslation()
  const { workLogo } = boot.deployment
  return (
    <Box
      sx={{
        height: 56,
        pl: slim ? 0 : 2,
        display: 'flex',
        alignItems: 'center',
        justifyContent: slim ? 'center' : 'flex-start',
        gap: 1,
        flexShrink: 0,
      }}
    >
      <Box component="img" src={workLogo ?? '/favicon.svg'} alt="" sx={{ height: 28, maxWidth: slim ? 32 : 160 }} />
      {!slim && workLogo == null && (
        <Typography component="span" noWrap sx={{ fontWeight: 700, fontSize: '0.875rem' }}>
          {t('frame:product')}
        </Typography>
      )}
    </Box>
  )
}
