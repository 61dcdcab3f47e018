import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

/** A titled card of a page. */
export function Section({
  title,
  aside,
  children,
  flush = false,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
  flush?: boolean
}) {
  const titleId = useId()
  return (
    <Card component="section" aria-labelledby={titleId}>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap', px: 2, pt: 1.5, pb: 1, minHeight: 48 }}
      >
        <Typography variant="h2" id={titleId}>
          {title}
        </Typography>
        {aside}
      </Stack>
      <div>{flush ? children : <Stack sx={{ px: 2, pb: 2 }}>{children}</Stack>}</div>
    </Card>
  )
}
