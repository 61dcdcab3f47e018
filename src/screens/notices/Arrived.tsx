import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnreadCounts } from '#src/live/useUnread.ts'
import { unreadTotal } from '#streams/notices/unread'
import { unseen } from '#src/ui/unseen.ts'

/** Says to a screen reader, and shows nobody, that something new has come. */
export function Arrived() {
  const { t } = useTranslation()
  const counts = useUnreadCounts()
  const total = counts == null ? null : unreadTotal(counts)
  const before = useRef<number | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (total != null && before.current != null && total > before.current) setSaid(t('notices:arrived', { count: total }))
    before.current = total
  }, [t, total])
  return (
    <Box component="output" sx={unseen}>
      {said}
    </Box>
  )
}
