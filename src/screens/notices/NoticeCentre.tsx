import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNoticeParts } from '#src/frame/MessageBell.tsx'
import { closeNotices, NOTICE_TABS, type NoticeTab, openNotices } from '#src/frame/noticeWindow.ts'
import { useWaitingTasks } from '#src/live/useApprovals.ts'
import { useUnreadCounts } from '#src/live/useUnread.ts'
import { NOTICE_MODAL_WIDTH } from '#src/theme/theme.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { Arrived } from './Arrived.tsx'
import { NoticeList } from './NoticeList.tsx'

/** The notice centre (NOTICES-01): approvals, announcements, notifications. Each tab begins anew when it is turned to. */
export default function NoticeCentre({ tab, isOpen }: { tab: NoticeTab; isOpen: boolean }) {
  const { t } = useTranslation()
  const waiting = useWaitingTasks()
  const counts = useUnreadCounts()
  const ApprovalPanel = useNoticeParts()?.ApprovalPanel
  const news: Record<NoticeTab, number> = { APPROVE: waiting, ANNOUNCE: counts?.announce ?? 0, NOTIFY: counts?.notify ?? 0 }
  return (
    <Modal open={isOpen} onClose={closeNotices} title={t('notices:centre')} width={NOTICE_MODAL_WIDTH} flush>
      <Box sx={{ display: 'flex', flexDirection: 'column', height: { xs: '100%', sm: 'min(720px, calc(100vh - 180px))' } }}>
        <Tabs
          value={tab}
          onChange={(_, next: NoticeTab) => openNotices(next)}
          aria-label={t('notices:centre')}
          variant="scrollable"
          scrollButtons={false}
          sx={{ px: { xs: 0, sm: 1 }, borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
        >
          {NOTICE_TABS.map((one) => (
            <Tab
              key={one}
              value={one}
              id={`notices-tab-${one}`}
              aria-controls={`notices-panel-${one}`}
              label={
                // What waits for a decision is not unread: the bell does not count it.
                <Badge color={one === 'APPROVE' ? 'primary' : 'error'} badgeContent={news[one]} max={99} sx={{ pr: news[one] > 0 ? 2 : 0 }}>
                  {t(`notices:tab.${one}`)}
                </Badge>
              }
            />
          ))}
        </Tabs>
        <Box
          role="tabpanel"
          id={`notices-panel-${tab}`}
          aria-labelledby={`notices-tab-${tab}`}
          sx={{
            flex: 1,
            minHeight: 0,
            display: 'flex',
            flexDirection: 'column',
            ...(tab === 'APPROVE' && { py: 2, px: { xs: 2, sm: 1.5 }, overflowY: 'auto' }),
          }}
        >
          <ErrorBoundary resetKey={tab} fallback={(error, retry) => <ErrorState compact error={error} onRetry={retry} />}>
            {tab !== 'APPROVE' ? (
              <NoticeList key={tab} tab={tab} />
            ) : (
              ApprovalPanel && (
                <Suspense fallback={<SkeletonList rows={5} height={48} />}>
                  <ApprovalPanel onClose={closeNotices} />
                </Suspense>
              )
            )}
          </ErrorBoundary>
        </Box>
        <Arrived />
      </Box>
    </Modal>
  )
}
