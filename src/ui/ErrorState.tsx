import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'
import { tipFor, toldOf } from './tipFor.ts'

export interface ErrorStateProps {
  /** What could not be shown; the variant's own words without it. */
  readonly title?: string
  /** ERRORS-12: the server's own words are the heading, or these where it said nothing, or where it was not the server that failed. */
  readonly otherwise?: string
  /** The cause: an error of a query (its HTTP status decides the picture) or any other. */
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly compact?: boolean
}

/** What the variant itself says of the cause. */
const TOLD: readonly number[] = [0, 400, 403, 404, 500]

/** Says that something could not be loaded, why, and offers another try. */
export function ErrorState({ title, otherwise, error, onRetry, compact = false }: ErrorStateProps) {
  const { t } = useTranslation()
  const failure = toldOf(error)
  const status = failure?.status
  // A page asks for what its address says: refused as input, it is the address that is wrong, not the server.
  const variant =
    status === 403 ? 'pageNoPower' : status === 404 || status === 400 ? 'pageNoPage' : status === 0 ? 'pageNoNetwork' : 'serverError'
  const words = failure != null && otherwise == null && (compact || !TOLD.includes(failure.status)) ? tipFor(failure) : undefined
  // A small one has no room for what the variant says beside the cause.
  const heading = otherwise == null ? (title ?? (compact ? words : undefined)) : failure?.message || otherwise
  return (
    <EmptyState
      variant={variant}
      compact={compact}
      {...(heading == null ? {} : { title: heading })}
      {...(words == null || words === heading ? {} : { text: words })}
      action={
        onRetry != null &&
        status !== 403 && (
          <Button size="small" variant="outlined" onClick={onRetry}>
            {t('frame:act.retry')}
          </Button>
        )
      }
    />
  )
}
