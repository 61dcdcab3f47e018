import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

/** A figure of the base with its name; `value` null is on its way. */
export function Tile({
  label,
  value,
  detail,
  loud = false,
  old = false,
  to,
}: {
  label: string
  value: ReactNode
  detail?: ReactNode
  loud?: boolean
  /** It was so when something last came. */
  old?: boolean
  /** The page that says more. */
  to?: string
}) {
  const content = (
    <>
      <SecondaryText>{label}</SecondaryText>
      <Typography
        component="p"
        sx={{
          fontSize: '1.75rem',
          fontWeight: 650,
          lineHeight: 1.25,
          color: old ? 'text.disabled' : loud ? 'status.warn' : 'text.primary',
        }}
      >
        {value ?? <Skeleton width={56} />}
      </Typography>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', minHeight: '1.66em' }}>
        {detail}
      </Typography>
    </>
  )
  if (to === undefined) return <Card sx={{ px: 2, py: 1.5 }}>{content}</Card>
  return (
    <Card>
      <CardActionArea component={Link} to={to} sx={{ px: 2, py: 1.5, height: '100%' }}>
        {content}
      </CardActionArea>
    </Card>
  )
}
