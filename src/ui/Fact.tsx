import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** One of the facts of a `dl` whose grid has a column for names and one for what is so. With `asWritten` its lines stand as they were written. */
export function Fact({ name, asWritten = false, children }: { name: string; asWritten?: boolean; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', ...(asWritten && { whiteSpace: 'pre-wrap' }) }}
      >
        {children}
      </Typography>
    </>
  )
}
