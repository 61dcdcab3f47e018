import { useQueryClient } from '@tanstack/react-query'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCut } from '#src/api/useCut.ts'
import { useConnection } from '#src/live/useConnection.ts'

/** A reconnect that takes no longer than this is nobody's business. */
const PATIENCE_MS = 2000
/** A first connection may take longer: what is on the page has just been read. */
const FIRST_PATIENCE_MS = 6000

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
