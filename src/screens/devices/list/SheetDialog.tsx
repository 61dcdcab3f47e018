import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { XLSX } from '#contract/core/resource'
import { deviceSheet, deviceSheetCalls, MAX_SHEET_MB, MAX_SHEET_ROWS } from '#contract/devices/deviceSheet'
import { call } from '#src/api/call.ts'
import { SheetDialog as AnySheetDialog } from '#src/crud/SheetDialog.tsx'
import { useWords } from '#src/crud/useWords.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { saveBlob } from '#src/ui/saveBlob.ts'

/** Ten thousand devices, each with its line in the audit trail, take their time; who gave up waiting would not get their secrets. */
const SECONDS = 300

/** Makes many devices from a spreadsheet; then the secrets are given, once. */
export function SheetDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const { t } = useTranslation()
  const { title, label } = useWords(deviceSheet)
  const [made, setMade] = useState<{ readonly count: number; readonly file: string } | null>(null)
  if (made) return <SecretFile {...made} onClose={onClose} />
  return (
    <AnySheetDialog
      title={title}
      lead={t('devices:sheet.lead', { max: MAX_SHEET_ROWS })}
      note={t('devices:sheet.latlngHint')}
      none={t('devices:sheet.none')}
      mostMegabytes={MAX_SHEET_MB}
      label={label}
      templatePath={deviceSheetCalls.template.path}
      check={(uuid) => call(deviceSheetCalls.check, { params: { uuid } }, { quiet: true })}
      bring={(fileId, leftOut) => call(deviceSheetCalls.bring, { body: { fileId, leftOut } }, { quiet: true, seconds: SECONDS })}
      bringWords={(counts) => t('devices:sheet.bring', { count: counts.new })}
      onBrought={({ counts, secrets }) => {
        if (secrets !== null) setMade({ count: counts.new, file: secrets })
        onMade()
      }}
      onClose={onClose}
    />
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
