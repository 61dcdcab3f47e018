import AttachFile from '@mui/icons-material/AttachFile'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router-dom'
import { messageCalls } from '#contract/notices/message'
import { type Notice, noticeCalls } from '#contract/notices/notice'
import { useCall } from '#src/api/useCall.ts'
import { FileButton } from '#src/files/FileButton.tsx'
import { closeNotices } from '#src/frame/noticeWindow.ts'
import { useSession } from '#src/session/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
import { cleanBody } from './cleanBody.ts'
import { NoticeByline } from './NoticeByline.tsx'
import { type ListTab, useMarkRead } from './useNotices.ts'

/** One announcement or message, whole (NOTICES-09); that it is shown makes it read. */
export function NoticeDetail({ tab, noticeId }: { tab: ListTab; noticeId: number }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const params = { t: tenantId, id: noticeId }
  const announced = useCall(noticeCalls.get, { params }, { enabled: tab === 'ANNOUNCE', staleTime: 0 })
  const told = useCall(messageCalls.get, { params }, { enabled: tab === 'NOTIFY', staleTime: 0 })
  const asked = tab === 'ANNOUNCE' ? announced : told
  const markRead = useMarkRead()
  const isUnread = asked.data?.readFlag === 0
  const marked = useRef<number | null>(null)
  useEffect(() => {
    if (!isUnread || marked.current === noticeId) return
    marked.current = noticeId
    markRead(tab, noticeId)
  }, [isUnread, markRead, noticeId, tab])
  if (asked.isPending) return <SkeletonList rows={4} height={36} />
  // It was withdrawn while it was read, or was deleted: what was shown of it goes as well.
  if (asked.isError && asked.error.failure.status === 404 && tab === 'ANNOUNCE')
    return <EmptyState compact variant="pageNoContain" title={t('notices:manage.gone')} />
  if (asked.isError) return <ErrorState compact otherwise={t('notices:failed')} error={asked.error} onRetry={() => void asked.refetch()} />
  if (tab === 'ANNOUNCE') return announced.data == null ? null : <Announcement of={announced.data} />
  return told.data == null ? null : (
    <Article title={told.data.subject} at={told.data.createdAt} publisher={null}>
      {told.data.severity !== 'info' && (
        <Chip
          size="small"
          color={told.data.severity === 'critical' ? 'error' : 'warning'}
          label={t(`notices:severity.${told.data.severity}`)}
          sx={{ mb: 1.5 }}
        />
      )}
      <Typography sx={{ overflowWrap: 'anywhere' }}>{told.data.content}</Typography>
      {told.data.link != null && (
        <Button component={RouterLink} to={told.data.link} onClick={closeNotices} variant="outlined" size="small" sx={{ mt: 2 }}>
          {t('notices:goTo')}
        </Button>
      )}
    </Article>
  )
}

type Shown = Pick<Notice, 'title' | 'publishedDate' | 'publishedByUser' | 'noticeContent' | 'attachments'>

export function Announcement({ of: { title, publishedDate, publishedByUser, noticeContent, attachments } }: { of: Shown }) {
  const { t } = useTranslation()
  const html = useMemo(() => cleanBody(noticeContent.noticeBody), [noticeContent.noticeBody])
  return (
    <Article title={title} at={publishedDate} publisher={publishedByUser}>
      <Box
        // Cleaned by the server when it was written, and again by cleanBody.
        dangerouslySetInnerHTML={{ __html: html }}
        sx={{
          typography: 'body1',
          overflowWrap: 'anywhere',
          '& > :first-of-type': { mt: 0 },
          '& h1, & h2, & h3, & h4': { typography: 'h3', mt: 2.5, mb: 1 },
          '& p': { my: 1.25 },
          '& ul, & ol': { pl: 3 },
          '& li': { my: 0.5 },
          '& a': { color: 'primary.main', textUnderlineOffset: '2px' },
          '& img': { maxWidth: '100%', height: 'auto', borderRadius: 1 },
          '& table': { display: 'block', maxWidth: '100%', overflowX: 'auto', borderCollapse: 'collapse' },
          '& th, & td': { border: 1, borderColor: 'divider', px: 1.25, py: 0.75, textAlign: 'start' },
          '& th': { bgcolor: 'action.hover' },
          '& blockquote': { m: 0, pl: 2, borderLeft: 3, borderColor: 'divider', color: 'text.secondary' },
          '& pre': { overflowX: 'auto', p: 1.5, bgcolor: 'action.hover', borderRadius: 1 },
        }}
      />
      {attachments.length > 0 && (
        <Box component="section" aria-label={t('notices:attachments')} sx={{ mt: 3, pt: 2, borderTop: 1, borderColor: 'divider' }}>
          <Typography variant="subtitle2" component="h3" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>
            <AttachFile fontSize="small" aria-hidden />
            {t('notices:attachments')}
          </Typography>
          <Stack component="ul" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none', alignItems: 'flex-start' }}>
            {attachments.map((file) => (
              <li key={file.fileUrl}>
                <FileButton file={file} />
              </li>
            ))}
          </Stack>
        </Box>
      )}
    </Article>
  )
}

function Article({ title, at, publisher, children }: { title: string; at: number | null; publisher: string | null; children: ReactNode }) {
  return (
    <Box component="article" sx={{ maxWidth: 760, mx: 'auto', px: { xs: 2, sm: 3 }, py: 2.5 }}>
      <Typography variant="h2" sx={{ fontSize: '1.35rem', overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <NoticeByline publisher={publisher} at={at} sx={{ mt: 0.75, mb: 2.5 }} />
      {children}
    </Box>
  )
}
