import Stack from '@mui/material/Stack'
import type { AlarmFace } from '#contract/alarms/alarm'
import { AlarmRow } from './AlarmRow.tsx'

/** Alarms under one another, as they are ordered; with `placed` each says where it is. */
export const AlarmList = ({ faces, placed = true, onGo }: { faces: readonly AlarmFace[]; placed?: boolean; onGo?: () => void }) => (
  <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {faces.map((face) => (
      <AlarmRow key={face.id} face={face} placed={placed} {...(onGo && { onGo })} />
    ))}
  </Stack>
)
