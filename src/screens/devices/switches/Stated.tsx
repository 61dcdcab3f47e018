import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Age } from '#src/ui/Age.tsx'
import { RunsUntil } from './RunsUntil.tsx'

/** What a device itself last said of a switch, and since when (`ts` 0 before it said anything); of what is on also until when. */
export function Stated({ words, on, ts, until }: { words: string; on: boolean; ts: number; until: number | null }) {
  return (
    <Box sx={{ textAlign: { xs: 'end', md: 'start' } }}>
      <Typography variant="body2" sx={{ fontWeight: 650, color: on ? 'status.normal' : 'text.primary' }}>
        {words}
      </Typography>
      {ts > 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          <Age moment={ts} />
        </Typography>
      )}
      {on && until !== null && <RunsUntil until={until} />}
    </Box>
  )
}

/** What a control is called, and what it is. */
export function Named({ name, kind }: { name: string; kind: string }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h3" component="h4" noWrap title={name}>
        {name}
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {kind}
      </Typography>
    </Box>
  )
}
