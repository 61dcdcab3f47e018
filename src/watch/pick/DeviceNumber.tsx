import Typography from '@mui/material/Typography'

/** The number of a device beside its name. */
export function DeviceNumber({ eui }: { eui: string | undefined }) {
  return (
    eui !== undefined && (
      <>
        {/* Read aloud it is a word of its own. */}{' '}
        <Typography component="span" variant="caption" sx={{ ml: 0.5, color: 'text.secondary' }}>
          {eui}
        </Typography>
      </>
    )
  )
}
