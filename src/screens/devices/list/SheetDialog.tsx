import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportReport, XLSX } from '#contract/core/resource'
import { deviceSheetCalls, MAX_SHEET_MB, MAX_SHEET_ROWS } from '#contract/devices/deviceSheet'
import { call, isFailure } from '#src/api/call.ts'
import { downloadFile } from '#src/files/downloadFile.ts'
import { PickButton } from '#src/files/PickButton.tsx'
import { describeUpload, uploadFile } from '#src/files/uploadFile.ts'
import { useSession } from '#src/session/session.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { saveBlob } from '#src/ui/saveBlob.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { SheetFaults } from './SheetFaults.tsx'

/** Ten thousand devices, each with its line in the audit trail, take their time; who gave up waiting would not get their secrets. */
const SECONDS = 300

/** Makes many devices from a spreadsheet: it is checked first, and what is wrong with it is said by row and column; then the secrets are given, once. */
export function SheetDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const hintId = useId()
  const [file, setFile] = useState<string | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ readonly count: number; readonly file: string } | null>(null)

  const choose = async (chosen: File) => {
    setReport(null)
    setFailure(undefined)
    setBusy(true)
    const stored = await uploadFile(chosen, { kind: 'file' })
    if (isFailure(stored)) {
      setBusy(false)
      return setFailure(describeUpload(stored))
    }
    setFile(stored.id)
    const answer = await call(deviceSheetCalls.check, { params: { uuid: stored.id } }, { quiet: true })
    setBusy(false)
    if (isFailure(answer)) setFailure(reasonOf(answer))
    else setReport(answer)
  }
  const bring = async () => {
    setBusy(true)
    setFailure(undefined)
    const answer = await call(deviceSheetCalls.bring, { body: { fileId: file! } }, { quiet: true, seconds: SECONDS })
    setBusy(false)
    if (isFailure(answer)) return setFailure(reasonOf(answer))
    setReport(answer)
    if (answer.secrets === null) return
    setMade({ count: answer.created, file: answer.secrets })
    onMade()
  }
  const template = () =>
    downloadFile({ fileUrl: deviceSheetCalls.template.path.replace('{t}', String(tenantId)), fileName: `${t('devices:sheet.title')}.xlsx` })
  if (made) return <SecretFile {...made} onClose={onClose} />
  const ready = report !== null && report.faults.length === 0 && report.rows > 0
  const broken = new Set(report?.faults.map(({ row }) => row)).size
  return (
    <Modal
      open
      onClose={onClose}
      width={760}
      title={t('devices:sheet.title')}
      actions={
        <>
          <Button onClick={() => void template()} sx={{ mr: 'auto' }}>
            {t('crud:template')}
          </Button>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button variant="contained" disabled={!ready || busy} onClick={() => void bring()}>
            {ready ? t('devices:sheet.bring', { count: report.created }) : t('crud:import')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2">{t('devices:sheet.lead', { max: MAX_SHEET_ROWS })}</Typography>
        <PickButton
          accept=".xlsx"
          several={false}
          disabled={busy}
          hint={t('devices:sheet.hint', { max: MAX_SHEET_MB })}
          hintId={hintId}
          onPick={([chosen]) => chosen && void choose(chosen)}
        >
          {t('crud:chooseFile')}
        </PickButton>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('devices:sheet.latlngHint')}
        </Typography>
        {busy && <LinearProgress aria-label={t('crud:checking')} />}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        {report && (
          <Alert severity={ready ? 'success' : 'warning'}>
            {ready
              ? t('crud:ready', { count: report.created })
              : report.rows === 0
                ? t('devices:sheet.none')
                : t('devices:sheet.rows', { rows: report.rows, broken, faults: report.faults.length })}
          </Alert>
        )}
        {report && report.faults.length > 0 && <SheetFaults key={file} faults={report.faults} />}
      </Stack>
    </Modal>
  )
}

/** The secrets of new devices as a file, the one time they are there. */
function SecretFile({ count, file, onClose }: { count: number; file: string; onClose: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [saved, setSaved] = useState(false)
  const save = () => {
    const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0))
    saveBlob(`${t('devices:sheet.secretFile')}.xlsx`, new Blob([bytes], { type: XLSX }))
    setSaved(true)
  }
  const leave = async () => {
    const question = { title: t('devices:sheet.leaveTitle'), text: t('devices:sheet.leaveText'), confirm: t('devices:sheet.leave') }
    if (saved || (await confirm({ ...question, color: 'error', stay: t('devices:sheet.stay') }))) onClose()
  }
  return (
    <Modal
      open
      keepOpen
      onClose={() => void leave()}
      width={560}
      title={t('devices:sheet.made', { count })}
      actions={
        <>
          <Button onClick={() => void leave()}>{t('devices:sheet.done')}</Button>
          <Button variant="contained" onClick={save}>
            {t('devices:sheet.save')}
          </Button>
        </>
      }
    >
      <Alert severity="warning">{t('devices:sheet.secrets')}</Alert>
    </Modal>
  )
}
