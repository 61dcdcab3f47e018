import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unreadTotal } from '#streams/notices/unread'
import { latestNotice } from '#src/api/tokens.ts'
import { closeNotices, type NoticeTab, openNotices, useNoticeWindow } from '#src/frame/noticeWindow.ts'
import { useUnreadCounts } from '#src/live/useUnread.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { toast } from '#src/ui/toast.ts'
import { Arrived } from './Arrived.tsx'

const NoticeCentre = lazyPart(() => import('./NoticeCentre.tsx'))
const LatestNotice = lazyPart(() => import('./LatestNotice.tsx'))

/** The bell with the unread count; opens the notice centre where something is new, and shows the latest notice after a sign-in. */
export default function NoticeBell() {
  const { t } = useTranslation()
  const counts = useUnreadCounts() ?? { announce: 0, notify: 0 }
  const total = unreadTotal(counts)
  const tab = useNoticeWindow()
  // The tab stays while the window fades out, and the window stays mounted once it was opened.
  const [last, setLast] = useState<NoticeTab | null>(tab)
  if (tab != null && tab !== last) setLast(tab)
  const [mayShowLatest] = useState(latestNotice.isAllowed)
  useEffect(() => closeNotices, [])
  const open = () => openNotices(counts.notify > 0 && counts.announce === 0 ? 'NOTIFY' : 'ANNOUNCE')
  return (
    <>
      <Tooltip title={t('notices:title')}>
        <IconButton
          color="inherit"
          aria-label={t('notices:open', { count: total })}
          aria-haspopup="dialog"
          aria-expanded={tab != null}
          onClick={open}
        >
          <Badge badgeContent={total} color="error" max={99}>
            <NotificationsOutlined />
          </Badge>
        </IconButton>
      </Tooltip>
      <Arrived />
      {last != null && (
        <ErrorBoundary
          resetKey={String(tab)}
          onFailed={() => {
            toast('error', t('frame:tip.failed'))
            closeNotices()
          }}
        >
          <Suspense>
            <NoticeCentre tab={last} isOpen={tab != null} />
          </Suspense>
        </ErrorBoundary>
      )}
      {mayShowLatest && (
        <ErrorBoundary>
          <Suspense>
            <LatestNotice />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
