import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'
import { PartMissing } from './lazyPart.tsx'

/** A page that failed while it was drawn, or could not be fetched; the pages beside it still work. */
export function BrokenPage({ error, onRetry }: { error?: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const missing = error instanceof PartMissing
  useEffect(() => {
    if (!missing) return
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [missing, onRetry])
  // Tried twice with a network: its file is gone, and only a fresh page knows the newer ones.
  const retry = () => (missing && error.tries > 1 && navigator.onLine ? location.reload() : onRetry())
  return (
    <EmptyState
      page
      variant={missing ? 'pageNoNetwork' : 'serverError'}
      title={t(missing ? 'frame:empty.missing' : 'frame:empty.broken')}
      text={t(missing ? 'frame:empty.hint.missing' : 'frame:empty.hint.broken')}
      action={
        <Button variant="contained" onClick={retry}>
          {t('frame:act.retry')}
        </Button>
      }
    />
  )
}
