import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { soilCalls } from '#contract/devices/adapters/soil'
import type { Device } from '#contract/devices/device'
import { readBlob } from '#src/api/blob.ts'
import { isFailure } from '#src/api/call.ts'
import { useSession } from '#src/session/session.ts'
import { dayText } from '#src/time/moment.ts'
import { saveBlob } from '#src/ui/saveBlob.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

/** Takes what every layer measured within a range (ms UTC), with the least and the greatest, along as a file (SOIL-05). */
export function SoilFile({ device, range }: { device: Device; range: { startTime: number; endTime: number } }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const [working, setWorking] = useState(false)
  const [fault, setFault] = useState<string>()
  const take = async () => {
    setFault(undefined)
    setWorking(true)
    const path = soilCalls.historyExpertFile.path.replace('{t}', String(tenantId)).replace('{id}', String(device.id))
    const { startTime, endTime } = range
    const answer = await readBlob(`${path}?${new URLSearchParams({ startTime: String(startTime), endTime: String(endTime) })}`)
    setWorking(false)
    if (isFailure(answer)) setFault(reasonOf(answer))
    else saveBlob(`${device.name} ${dayText(startTime)} ${dayText(endTime)}.csv`, answer)
  }
  return (
    <>
      <Button size="small" startIcon={<DownloadIcon />} loading={working} loadingPosition="start" onClick={() => void take()}>
        {t('devices:soil.expert')}
      </Button>
      {fault !== undefined && (
        <Alert severity="error" sx={{ flexBasis: '100%' }} onClose={() => setFault(undefined)}>
          {t('devices:soil.expertFailed', { reason: fault })}
        </Alert>
      )}
    </>
  )
}
