import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { HOME_PATH } from '#src/session/wayBack.ts'
import { EmptyState, type EmptyVariant } from '#src/ui/EmptyState.tsx'

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
        <Stack direction="row" sx={{ gap: 1 }}>
          {onRetry != null && (
            <Button variant="contained" onClick={onRetry}>
              {t('frame:act.retry')}
            </Button>
          )}
          <Button variant={onRetry == null ? 'contained' : 'outlined'} component={Link} to={HOME_PATH}>
            {t('frame:empty.backHome')}
          </Button>
        </Stack>
      }
    />
  )
}

/** BOOT-01: any unknown path. */
export const NotFoundPage = () => <Says variant="notFound" />
/** EMPTY-05: a page that the user may not open. */
export const NoPermissionPage = () => <Says variant="noPermission" />
export const ServerErrorPage = ({ onRetry }: { onRetry?: () => void }) => (
  <Says variant="serverError" {...(onRetry == null ? {} : { onRetry })} />
)

/** A page that failed while it was drawn; the pages beside it still work. */
export function BrokenPage({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      page
      variant="serverError"
      title={t('frame:empty.broken')}
      text={t('frame:empty.hint.broken')}
      action={
        <Button variant="contained" onClick={onRetry}>
          {t('frame:act.retry')}
        </Button>
      }
    />
  )
}
