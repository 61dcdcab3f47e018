import ViewInArIcon from '@mui/icons-material/ViewInArOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useBaseTours } from './useBaseTours.ts'

/** The tours of a base in its popup: each opens in a new tab (MAP-09). Nothing for who may not see tours, or where none is. */
export function BaseTours({ areaId }: { areaId: number }) {
  const { t } = useTranslation()
  const tours = useBaseTours(areaId)
  if (tours.length === 0) return null
  return (
    <Stack component="nav" aria-label={t('map:base.tours')} sx={{ mt: 0.5, alignItems: 'flex-start' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('map:base.tours')}
      </Typography>
      {tours.map(({ name, href }) => (
        <Button
          key={href}
          size="small"
          component="a"
          href={href}
          target="_blank"
          rel="noopener"
          startIcon={<ViewInArIcon />}
          sx={{ ml: -0.75, textAlign: 'start', overflowWrap: 'anywhere' }}
        >
          {name}
        </Button>
      ))}
    </Stack>
  )
}
