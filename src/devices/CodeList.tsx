import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDeviceType, deviceTypes } from '#contract/devices/deviceType'
import { useQuantities } from './useQuantities.ts'

/** The codes under which a device reports, with what each is called here: those of its type first. */
export function CodeList({ deviceType }: { deviceType: string }) {
  const { t } = useTranslation()
  const { codes, labelOf, found } = useQuantities()
  const [sought, setSought] = useState('')
  const own = isDeviceType(deviceType) ? Object.keys(deviceTypes[deviceType].measures) : []
  const shown = found([...new Set([...own, ...codes])], sought)
  return (
    <Box component="section" aria-label={t('devices:codes.title')}>
      <Typography variant="h3" component="h3" gutterBottom>
        {t('devices:codes.title')}
      </Typography>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mb: 1 }}>
        {t('devices:codes.hint')}
      </Typography>
      <TextField fullWidth label={t('devices:codes.find')} value={sought} onChange={({ target }) => setSought(target.value)} />
      <Stack
        component="ul"
        tabIndex={0}
        aria-label={t('devices:codes.title')}
        sx={{ m: 0, mt: 1, p: 0, listStyle: 'none', maxHeight: 220, overflow: 'auto' }}
      >
        {shown.map((code) => (
          <Stack component="li" key={code} direction="row" sx={{ gap: 2, justifyContent: 'space-between' }}>
            <Box component="code" sx={{ typography: 'body2', fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
              {code}
            </Box>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {labelOf(code)}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </Box>
  )
}
