import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'

export interface ErrorStateProps {
  /** What could not be shown; the variant's own words without it. */
  readonly title?: string
  /** The cause: an error of a query (its HTTP status decides the picture) or any other. */
  readonly error?: unknown
  readonly onRetry?: () => void
  readonly compact?: boolean
}

const statusOf = (error: unknown): number | undefined => (error as { failure?: { status?: number } } | null | undefined)?.failure?.status

/** Says that something could not be loaded, why, and offers another try. */
export function ErrorState({ title, error, onRetry, compact = false }: ErrorStateProps) {
  const { t } = useTranslation()
  const status = statusOf(error)
  const variant = status === 403 ? 'noPermission' : status === 404 ? 'notFound' : status === 0 ? 'noNetwork' : 'serverError'
  const words =
    status == null || status === 403 || status === 404 || status === 0 || status === 500
      ? undefined
      : error instanceof Error
        ? error.message
        : undefined
  return (
    <EmptyState
      variant={variant}
      compact={compact}
      {...(title == null ? {} : { title })}
      {...(words == null ? {} : { text: words })}
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
