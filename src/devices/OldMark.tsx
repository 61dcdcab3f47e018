import Typography from '@mui/material/Typography'
import { Age } from '#src/ui/Age.tsx'
import { AgeMark } from './AgeMark.tsx'
import { type ShownItem, useNewest } from './useNewest.ts'

/** That a value is old, and how old it is; nothing beside one that came in time. Mounted where it is shown, so that it follows each reading there alone. */
export function OldMark({ areaId, item }: { areaId: number; item: ShownItem }) {
  const { age, newest } = useNewest(areaId, item)
  return (
    <>
      <AgeMark age={age} />
      {newest && (
        <Typography component="span" variant="caption" noWrap sx={{ color: 'text.secondary' }}>
          <Age moment={newest.ts} />
        </Typography>
      )}
    </>
  )
}
