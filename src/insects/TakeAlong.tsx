import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportCode } from '#contract/devices/export'
import { insectStatisticsCalls } from '#contract/insects/insectStatistics'
import { readBlob } from '#src/api/blob.ts'
import { isFailure } from '#src/api/call.ts'
import { useSession } from '#src/session/session.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { saveBlob } from '#src/ui/saveBlob.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

const kinds = {
  sheet: { declared: insectStatisticsCalls.export, ending: 'xlsx' },
  trainingSet: { declared: insectStatisticsCalls.trainingSet, ending: 'coco.zip' },
} as const

/** The numbers of a lamp as a spreadsheet, and the pictures that people corrected as a training set (COCO); to whoever may export. */
export function TakeAlong({ lamp, range }: { lamp: { id: number; name: string }; range: { startTime: string; endTime: string } }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const mayExport = usePermission(exportCode('insectSituationLamp')) === true
  const [working, setWorking] = useState<keyof typeof kinds | null>(null)
  const [fault, setFault] = useState<string>()
  if (!mayExport) return null
  const take = async (kind: keyof typeof kinds) => {
    const { declared, ending } = kinds[kind]
    setFault(undefined)
    setWorking(kind)
    const query = new URLSearchParams({ ...range, concentratorId: String(lamp.id) })
    const answer = await readBlob(`${declared.path.replace('{t}', String(tenantId))}?${query}`)
    setWorking(null)
    if (isFailure(answer)) setFault(answer.fields?.['endTime'] ?? reasonOf(answer))
    else saveBlob(`${lamp.name} ${range.startTime.slice(0, 10)} ${range.endTime.slice(0, 10)}.${ending}`, answer)
  }
  return (
    <>
      {(['sheet', 'trainingSet'] as const).map((kind) => (
        <Button
          key={kind}
          startIcon={<DownloadIcon />}
          loading={working === kind}
          loadingPosition="start"
          disabled={working !== null}
          onClick={() => void take(kind)}
        >
          {t(`insects:numbers.${kind}`)}
        </Button>
      ))}
      {fault !== undefined && (
        <Alert severity="error" sx={{ flexBasis: '100%' }} onClose={() => setFault(undefined)}>
          {fault}
        </Alert>
      )}
    </>
  )
}
