import { useQueryClient } from '@tanstack/react-query'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverAnswers } from '#src/api/reach.ts'
import { useConnection } from '#src/live/useConnection.ts'

/** A reconnect that takes no longer than this is nobody's business. */
const PATIENCE_MS = 2000
/** A first connection may take longer: what is on the page has just been read. */
const FIRST_PATIENCE_MS = 6000

/** True from the moment at which the browser lost its network and the server with it, long before the live connection finds out. */
function useCut(): boolean {
  const [cut, setCut] = useState(false)
  useEffect(() => {
    let asked = 0
    const lost = async () => {
      const mine = ++asked
      const answers = await serverAnswers()
      if (mine === asked) setCut(!answers)
    }
    const back = () => {
      asked++
      setCut(false)
    }
    const hear = () => void lost()
    addEventListener('offline', hear)
    addEventListener('online', back)
    return () => {
      asked++
      removeEventListener('offline', hear)
      removeEventListener('online', back)
    }
  }, [])
  return cut
}

/** Says when values on the page may be old because nothing arrives, and that it is over; read out where nobody looks. */
export function ConnectionNotice() {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const connection = useConnection()
  const cut = useCut()
  const down = connection !== 'online'
  const patience = connection === 'connecting' ? FIRST_PATIENCE_MS : PATIENCE_MS
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!down) return
    const timer = setTimeout(() => setLate(true), patience)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [down, patience])
  useEffect(() => {
    // What could not be read meanwhile is read now, without anybody asking for it.
    if (!down) void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [down, queryClient])
  const shown = cut || (down && late)
  return (
    <Box aria-live="assertive" aria-atomic>
      <Collapse in={shown} unmountOnExit>
        <Alert
          severity="warning"
          icon={<CloudOffOutlined fontSize="inherit" />}
          square
          sx={{ py: 0, borderBottom: 1, borderColor: 'divider' }}
        >
          {t(cut ? 'frame:connection.noNetwork' : 'frame:connection.offline')}
        </Alert>
      </Collapse>
    </Box>
  )
}
