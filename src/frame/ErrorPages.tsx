import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { signOut } from '#src/session/session.ts'
import { HOME_PATH } from '#src/session/wayBack.ts'
import { EmptyState, type EmptyVariant } from '#src/ui/EmptyState.tsx'
import { useWindowTitle } from '#src/ui/windowTitle.ts'

function Says({ variant, text }: { variant: EmptyVariant; text?: string }) {
  const { t } = useTranslation()
  useWindowTitle('page', t(`frame:empty.${variant}`))
  return (
    <EmptyState
      page
      variant={variant}
      {...(text !== undefined && { text })}
      action={
        <Button variant="contained" component={Link} to={HOME_PATH}>
          {t('frame:empty.backHome')}
        </Button>
      }
    />
  )
}

/** BOOT-01: any unknown path. */
export const NotFoundPage = () => <Says variant="pageNoPage" />
/** EMPTY-05: a page that the user may not open; with the right that opens it, by its code and what it is called in the rights of a role. */
export function NoPermissionPage({ missing }: { missing?: { readonly code: string; readonly name: string } }) {
  const { t } = useTranslation()
  return <Says variant="pageNoPower" {...(missing && { text: t('frame:empty.needs', missing) })} />
}
export const ServerErrorPage = () => <Says variant="serverError" />

/** ERRORS-08: who asks could not be read, so that no page can be drawn: another try, by hand or when the network is back, and a way out. */
export function UnknownSelfPage({ onRetry }: { onRetry: () => Promise<void> }) {
  const { t } = useTranslation()
  const [trying, setTrying] = useState(false)
  const retry = useCallback(async () => {
    setTrying(true)
    await onRetry()
    setTrying(false)
  }, [onRetry])
  useEffect(() => {
    const again = () => void retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [retry])
  useWindowTitle('page', t('frame:empty.serverError'))
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', alignContent: 'center' }}>
      <EmptyState
        page
        variant="serverError"
        text={t('frame:empty.hint.unknownSelf')}
        action={
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button variant="contained" loading={trying} onClick={() => void retry()}>
              {t('frame:act.retry')}
            </Button>
            <Button onClick={() => void signOut()}>{t('frame:user.signOut')}</Button>
          </Stack>
        }
      />
    </Box>
  )
}
