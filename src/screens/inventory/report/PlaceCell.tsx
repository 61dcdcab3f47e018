import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** What a row is of, with what tells it apart below; in the hand without its base, which the store tells. */
export function PlaceCell({ name, below, base }: { name: string; below: readonly (string | null)[]; base: string | null }) {
  const words = below.filter(Boolean).join(' · ')
  return (
    <Box sx={{ lineHeight: 1.35, minWidth: 0 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      {(words !== '' || base !== null) && (
        <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block', overflowWrap: 'anywhere' }}>
          {words}
          {base !== null && (
            <Box component="span" sx={{ display: { xs: words === '' ? 'inline' : 'none', md: 'inline' } }}>
              {words === '' ? base : ` · ${base}`}
            </Box>
          )}
        </Typography>
      )}
    </Box>
  )
}
