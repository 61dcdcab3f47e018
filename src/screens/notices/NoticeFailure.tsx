import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { CallError } from '#src/api/call.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** ERRORS-12: the server's message, else 'failed to get data', and another try. */
export function NoticeFailure({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const { t } = useTranslation()
  const { status, message } = error.failure
  return (
    <EmptyState
      variant={status === 0 ? 'noNetwork' : status === 404 ? 'notFound' : 'serverError'}
      compact
      title={message === '' ? t('notices:failed') : message}
      action={
        <Button size="small" variant="outlined" onClick={onRetry}>
          {t('frame:act.retry')}
        </Button>
      }
    />
  )
}
