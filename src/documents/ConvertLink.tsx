import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AnyDocument, AnyDocumentFull } from '#contract/core/document'
import { Permitted } from '#src/session/Permitted.tsx'
import { isOffered } from './convertScreen.tsx'

/** The way from a document to what can be made of it, while something of it is left and the user may make that. */
export function ConvertLink({
  from,
  of,
  to,
  path,
  icon,
  children,
}: {
  readonly from: AnyDocument
  readonly of: AnyDocumentFull
  readonly to: AnyDocument
  /** Of the page that makes it, without the id. */
  readonly path: `/${string}`
  readonly icon: ReactNode
  readonly children: ReactNode
}) {
  const isOver = !from.posts && of.progress === 'closed'
  if (isOver || !of.lines.some((line) => isOffered(from, line))) return null
  return (
    <Permitted code={to.codes.create}>
      <Button variant={from.posts ? 'outlined' : 'contained'} startIcon={icon} component={Link} to={`${path}/${of.id}`}>
        {children}
      </Button>
    </Permitted>
  )
}
