import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { HOME_PATH } from '#src/session/wayBack.ts'
import { EmptyState, type EmptyVariant } from '#src/ui/EmptyState.tsx'
import { PartMissing } from '#src/ui/lazyPart.tsx'

function Says({ variant, onRetry }: { variant: EmptyVariant; onRetry?: () => void }) {
  const { t } = useTranslation()
  const title = t(`frame:empty.${variant}`)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <EmptyState
      page
      variant={variant}
      action={
        onRetry == null ? (
          <Button variant="contained" component={Link} to={HOME_PATH}>
            {t('frame:empty.backHome')}
          </Button>
        ) : (
          <Button variant="contained" onClick={onRetry}>
            {t('frame:act.retry')}
          </Button>
        )
      }
    />
  )
}

/** BOOT-01: any unknown path. */
export const NotFoundPage = () => <Says variant="notFound" />
/** EMPTY-05: a page that the user may not open. */
export const NoPermissionPage = () => <Says variant="noPermission" />
/** With `onRetry` there is no way home: who asks is not known, so no page can be drawn. */
export const ServerErrorPage = ({ onRetry }: { onRetry?: () => void }) => (
  <Says variant="serverError" {...(onRetry == null ? {} : { onRetry })} />
)

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
      variant={missing ? 'noNetwork' : 'serverError'}
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
