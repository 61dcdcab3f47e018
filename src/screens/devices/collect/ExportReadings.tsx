import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXPORT_FORMATS, exportCalls, type ExportFormat } from '#contract/devices/export'
import { readBlob } from '#src/api/blob.ts'
import { isFailure } from '#src/api/call.ts'
import { useSession } from '#src/session/session.ts'
import { dayText } from '#src/time/moment.ts'
import { saveBlob } from '#src/ui/saveBlob.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

/** Takes every reading of these items within a range along as a file; what it asks for is made on the server, and can be given up. */
export function ExportReadings({
  deviceId,
  deviceName,
  itemIds,
  moments,
}: {
  deviceId: number
  deviceName: string
  itemIds: readonly number[]
  /** ms UTC. */
  moments: readonly [number, number]
}) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [fault, setFault] = useState<string>()
  const [working, setWorking] = useState(false)
  const asked = useRef<AbortController | null>(null)
  useEffect(() => () => asked.current?.abort(), [])
  const take = async (format: ExportFormat) => {
    setAnchor(null)
    setFault(undefined)
    setWorking(true)
    asked.current = new AbortController()
    const [startTime, endTime] = moments
    const path = exportCalls.readings.path.replace('{t}', String(tenantId)).replace('{id}', String(deviceId))
    const query = new URLSearchParams({ startTime: String(startTime), endTime: String(endTime), itemIds: itemIds.join(), format })
    const answer = await readBlob(`${path}?${query}`, { signal: asked.current.signal })
    setWorking(false)
    if (!isFailure(answer)) saveBlob(`${deviceName} ${dayText(startTime)} ${dayText(endTime)}.${format}`, answer)
    else if (answer.code !== 'error.aborted') setFault(answer.fields?.['endTime'] ?? reasonOf(answer))
  }
  return (
    <>
      {working ? (
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Stack sx={{ minWidth: 120, gap: 0.5 }}>
            <Typography variant="caption" aria-live="polite">
              {t('devices:export.working')}
            </Typography>
            <LinearProgress aria-label={t('devices:export.working')} />
          </Stack>
          <Button onClick={() => asked.current?.abort()}>{t('crud:cancel')}</Button>
        </Stack>
      ) : (
        <Button startIcon={<DownloadIcon />} aria-haspopup="menu" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
          {t('crud:export')}
        </Button>
      )}
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {EXPORT_FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => void take(format)}>
            {t(`devices:export.${format}`)}
          </MenuItem>
        ))}
      </Menu>
      {fault !== undefined && (
        <Alert severity="error" sx={{ flexBasis: '100%' }} onClose={() => setFault(undefined)}>
          {fault}
        </Alert>
      )}
    </>
  )
}
