import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Notice } from '#contract/notices/notice'
import { NOTICE_MODAL_WIDTH } from '#src/theme/theme.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { Announcement } from '../NoticeDetail.tsx'

/** An announcement as its readers see it: by the same part, as wide as the notice centre. */
export function NoticePreview({
  of,
  onClose,
}: {
  of: Pick<Notice, 'title' | 'publishedDate' | 'publishedByUser' | 'noticeContent' | 'attachments'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Modal open onClose={onClose} width={NOTICE_MODAL_WIDTH} title={t('notices:manage.preview')} flush>
      {/* It may be longer than its window, and may hold nothing else that takes the focus. */}
      <Box tabIndex={0} component="section" aria-label={of.title}>
        <Announcement of={of} />
      </Box>
    </Modal>
  )
}
