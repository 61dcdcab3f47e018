import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** What a row is of, with what tells it apart below. */
export function PlaceCell({ name, below }: { name: string; below: readonly (string | null)[] }) {
  const words = below.filter(Boolean).join(' · ')
  return (
    <Box sx={{ lineHeight: 1.35, minWidth: 0 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      {words !== '' && (
        <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block', overflowWrap: 'anywhere' }}>
          {words}
        </Typography>
      )}
    </Box>
  )
}
