import LinearProgress from '@mui/material/LinearProgress'

/** A share of a whole; more than all of it fills the bar. */
export function PercentBar({ percent, label }: { percent: number; label: string }) {
  return <LinearProgress variant="determinate" value={Math.min(100, percent)} aria-label={label} sx={{ height: 6, borderRadius: 1 }} />
}
