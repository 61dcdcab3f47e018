import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeCalls } from '#contract/notices/notice'
import { latestNotice } from '#src/api/tokens.ts'
import { useCall } from '#src/api/useCall.ts'
import { openNotices } from '#src/frame/noticeWindow.ts'
import { useSession } from '#src/session/session.ts'
import { LATEST_NOTICE_WIDTH } from '#src/theme/theme.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { Announcement } from './NoticeDetail.tsx'
import { publishedQuery, useMarkRead } from './useNotices.ts'

/** The newest announcement, once after a sign-in, where it is not read yet (NOTICES-08). */
export default function LatestNotice() {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [isOver, setOver] = useState(false)
  const { data } = useCall(
    noticeCalls.page,
    { params: { t: tenantId }, query: { page: 1, size: 1, ...publishedQuery() } },
    { enabled: tenantId > -1 },
  )
  const markRead = useMarkRead()
  // What was first stays in the window while it is read, whatever comes meanwhile.
  const [first, setFirst] = useState(data?.content[0])
  if (first == null && data?.content[0] != null) setFirst(data.content[0])
  const isKnown = data != null
  // Unless it is withdrawn.
  const still = useCall(noticeCalls.get, { params: { t: tenantId, id: first?.noticeId ?? 0 } }, { enabled: first != null })
  const isGone = still.isError && still.error.failure.status === 404
  // Shown or not: a reload does not ask again.
  useEffect(() => {
    if (isKnown) latestNotice.forbid()
  }, [isKnown])
  if (first == null) return null
  const done = () => {
    markRead('ANNOUNCE', first.noticeId)
    setOver(true)
  }
  return (
    <Modal
      open={!isOver && !isGone && first.readFlag === 0}
      onClose={() => setOver(true)}
      title={t('notices:latest')}
      width={LATEST_NOTICE_WIDTH}
      flush
      actions={
        <>
          <Button
            onClick={() => {
              done()
              openNotices('ANNOUNCE')
            }}
          >
            {t('notices:viewAll')}
          </Button>
          <Button variant="contained" onClick={done}>
            {t('notices:gotIt')}
          </Button>
        </>
      }
    >
      <Box tabIndex={0} component="section" aria-label={first.title}>
        <Announcement of={first} />
      </Box>
    </Modal>
  )
}
