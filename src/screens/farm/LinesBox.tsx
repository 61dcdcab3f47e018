import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

/** Lines of a form: each with what takes it away, and a way to add one. */
export function LinesBox({
  label,
  fault,
  count,
  onAdd,
  onRemove,
  children,
}: {
  label: string
  fault: string | undefined
  count: number
  onAdd: () => void
  onRemove: (at: number) => void
  children: (at: number) => ReactNode
}) {
  const { t } = useTranslation()
  const labelId = useId()
  return (
    <FormControl component="fieldset" error={fault !== undefined} fullWidth aria-labelledby={labelId}>
      <FormLabel id={labelId} component="legend">
        {label}
      </FormLabel>
      <Stack sx={{ gap: 1, pt: 1 }}>
        {Array.from({ length: count }, (_, at) => (
          <Stack key={at} direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
            <Box
              sx={{
                flex: 1,
                minWidth: 0,
                display: 'grid',
                gap: 1,
                gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 2fr)' },
              }}
            >
              {children(at)}
            </Box>
            <IconButton aria-label={t('farm:activity.removeLine', { label, row: at + 1 })} onClick={() => onRemove(at)}>
              <DeleteIcon />
            </IconButton>
          </Stack>
        ))}
        <Button startIcon={<AddIcon />} onClick={onAdd} sx={{ alignSelf: 'flex-start' }}>
          {t('farm:activity.addLine', { label })}
        </Button>
      </Stack>
      <FormHelperText>{fault ?? ' '}</FormHelperText>
    </FormControl>
  )
}
