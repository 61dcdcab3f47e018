import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'
import { tipFor, type Told } from './tipFor.ts'

export interface ErrorStateProps {
  /** What could not be shown; the variant's own words without it. */
  readonly title?: string
  /** The cause: an error of a query (its HTTP status decides the picture) or any other. */
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly compact?: boolean
}

const failureOf = (error: unknown) => (error as { failure?: Told } | null | undefined)?.failure
/** What the variant itself says of the cause. */
const TOLD: readonly number[] = [0, 403, 404, 500]

/** Says that something could not be loaded, why, and offers another try. */
export function ErrorState({ title, error, onRetry, compact = false }: ErrorStateProps) {
  const { t } = useTranslation()
  const failure = failureOf(error)
  const status = failure?.status
  const variant = status === 403 ? 'noPermission' : status === 404 ? 'notFound' : status === 0 ? 'noNetwork' : 'serverError'
  const words = failure != null && (compact || !TOLD.includes(failure.status)) ? tipFor(failure) : undefined
  // A small one has no room for what the variant says beside the cause.
  const heading = title ?? (compact ? words : undefined)
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
