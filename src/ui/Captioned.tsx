import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

/** Facts in words, each below its caption, as they were written. */
export function Captioned({ facts, columns = 1 }: { facts: readonly (readonly [caption: string, said: string])[]; columns?: 1 | 2 }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { sm: `repeat(${columns}, 1fr)` } }}>
      {facts.map(([caption, said]) => (
        <div key={caption}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {caption}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {said}
          </Typography>
        </div>
      ))}
    </Box>
  )
}
