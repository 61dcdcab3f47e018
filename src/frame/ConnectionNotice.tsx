import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#src/live/useConnection.ts'

/** A reconnect that takes no longer than this is nobody's business. */
const PATIENCE_MS = 2000

const onNetworkChange = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
const useNetwork = () =>
  useSyncExternalStore(
    onNetworkChange,
    () => navigator.onLine,
    () => true,
  )

/** Says when values on the page may be old because nothing arrives, and that it is over; read out where nobody looks. */
export function ConnectionNotice() {
  const { t } = useTranslation()
  const connection = useConnection()
  const network = useNetwork()
  const down = connection !== 'online'
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!down) return
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [down])
  const shown = down && (late || !network)
  return (
    <Box aria-live="assertive" aria-atomic>
      <Collapse in={shown} unmountOnExit>
        <Alert
          severity="warning"
          icon={<CloudOffOutlined fontSize="inherit" />}
          square
          sx={{ py: 0, borderBottom: 1, borderColor: 'divider' }}
        >
          {t(network ? 'frame:connection.offline' : 'frame:connection.noNetwork')}
        </Alert>
      </Collapse>
    </Box>
  )
}
