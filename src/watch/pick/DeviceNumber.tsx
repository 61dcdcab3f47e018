import Typography from '@mui/material/Typography'

/** The number of a device beside its name. */
export function DeviceNumber({ eui }: { eui: string | undefined }) {
  return (
    eui !== undefined && (
      <Typography component="span" variant="caption" sx={{ ml: 1, color: 'text.secondary' }}>
        {eui}
      </Typography>
    )
  )
}
