import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import IconButton from '@mui/material/IconButton'
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import type { Ahead } from '#src/ui/lazyPart.tsx'

/** What stands inside another part: bound in src/routes.tsx, so that the frame and the areas need not import one another's screens. */
export interface NoticeParts {
  /** What was written without network and waits to be sent; nothing where nothing does. */
  readonly Waiting: ComponentType & Ahead
  /** The bell, with the windows that it opens. */
  readonly Bell: ComponentType
  /** What fills the tab of approvals; `onClose` closes the window around it. */
  readonly ApprovalPanel: ComponentType<{ onClose: () => void }>
}
const Parts = createContext<NoticeParts | null>(null)
export const NoticePartsProvider = Parts.Provider
export const useNoticeParts = () => useContext(Parts)

/** Where the notice bell stands in the frame; a still picture of it until it has come. */
export function MessageBell() {
  const { t } = useTranslation()
  const Bell = useNoticeParts()?.Bell
  const still = (retry?: () => void) => (
    <IconButton color="inherit" aria-label={t('notices:title')} disabled={retry == null} onClick={retry}>
      <NotificationsOutlined />
    </IconButton>
  )
  if (Bell == null) return null
  return (
    <ErrorBoundary fallback={(_, retry) => still(retry)}>
      <Suspense fallback={still()}>
        <Bell />
      </Suspense>
    </ErrorBoundary>
  )
}
