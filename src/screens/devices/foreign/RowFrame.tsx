import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** One row of a mapping: its inputs beside each other as far as there is room, and the button that takes it away. */
export function RowFrame({
  name,
  fault,
  onRemove,
  children,
}: {
  name: string
  fault: string | undefined
  onRemove: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const what = t('devices:foreign.remove')
  return (
    <Box
      component="fieldset"
      aria-label={name}
      sx={{ border: 1, borderColor: fault === undefined ? 'divider' : 'error.main', borderRadius: 1, m: 0, minWidth: 0, p: 1.5 }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {name}
        </Typography>
        <IconButton aria-label={t('frame:named', { what, which: name })} onClick={onRemove}>
          <DeleteIcon />
        </IconButton>
      </Stack>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(6, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
        {children}
      </Box>
      {fault !== undefined && (
        <Typography variant="caption" color="error" component="p" role="alert" sx={{ mt: 1 }}>
          {fault}
        </Typography>
      )}
    </Box>
  )
}
