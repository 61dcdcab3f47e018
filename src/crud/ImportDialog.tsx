import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AnyResource, type ImportReport, MAX_IMPORT_LENGTH, MAX_IMPORT_ROWS } from '#contract/core/resource'
import { call, isFailure } from '../api/call.ts'
import { PickButton } from '../files/PickButton.tsx'
import { Modal } from '../ui/Modal.tsx'
import { reasonOf } from '../ui/tipFor.ts'
import { toast } from '../ui/toast.ts'
import { kindOf, SheetOutcome, standingOf, writtenBy } from './SheetOutcome.tsx'
import { useWords } from './useWords.ts'

const WIDTH = 640
/** A thousand rows, each by the rules of its record, take their time. */
const SECONDS = 120

const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'))
    reader.readAsDataURL(file)
  })

/** Brings in a spreadsheet: it is checked first, and every fault is shown by row and column before anything is written. */
export function ImportDialog({
  of,
  areaId,
  onTemplate,
  onClose,
  onImported,
}: {
  of: AnyResource
  areaId: number | undefined
  onTemplate: () => void
  onClose: () => void
  onImported: () => void
}) {
  const { t } = useTranslation()
  const words = useWords(of)
  const hintId = useId()
  const outcomeId = useId()
  const [file, setFile] = useState<string | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [confirmed, setConfirmed] = useState(false)

  const send = async (sheet: string, commit: 0 | 1) => {
    setBusy(true)
    const leftOut = commit === 1 ? report!.unknownHeads : []
    const answer = (await call(
      of.calls.import,
      { body: { file: sheet, commit, areaId, leftOut } },
      { quiet: true, seconds: SECONDS },
    )) as ImportReport
    setBusy(false)
    if (isFailure(answer)) return setFailure(reasonOf(answer))
    setReport(answer)
    // Somebody else may have brought it since it was checked: the report says so.
    if (!answer.committed || writtenBy(answer) === 0) return
    toast('success', t(`crud:imported.${kindOf(answer)}`, answer.counts))
    onImported()
  }
  const choose = async (chosen: File) => {
    setReport(null)
    setConfirmed(false)
    setFailure(undefined)
    setFile(null)
    const sheet = await base64Of(chosen).catch(() => null)
    // Moved, renamed or taken away since it was chosen, or of a medium that is gone.
    if (sheet === null) return setFailure(t('crud:unreadable'))
    setFile(sheet)
    if (sheet.length > MAX_IMPORT_LENGTH) setFailure(t('crud:tooLarge'))
    else await send(sheet, 0)
  }
  const standing = report && standingOf(report, confirmed)
  return (
    <Modal
      open
      onClose={onClose}
      width={WIDTH}
      title={t('crud:importOne', { title: words.title })}
      actions={
        <>
          <Button onClick={onTemplate} sx={{ mr: 'auto' }}>
            {t('crud:template')}
          </Button>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button
            variant="contained"
            disabled={standing !== 'ready' || busy}
            aria-describedby={report ? outcomeId : undefined}
            onClick={() => void send(file!, 1)}
          >
            {standing === 'ready' || standing === 'asked' ? t(`crud:bring.${kindOf(report!)}`, report!.counts) : t('crud:import')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <PickButton
          accept=".xlsx"
          several={false}
          disabled={busy}
          hint={t('crud:importHint', { max: MAX_IMPORT_ROWS })}
          hintId={hintId}
          onPick={([file]) => file && void choose(file)}
        >
          {t('crud:chooseFile')}
        </PickButton>
        {busy && <LinearProgress aria-label={t('crud:checking')} />}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        {report && (
          <SheetOutcome
            report={report}
            none={t('crud:sheet.noRows')}
            label={words.label}
            wordsId={outcomeId}
            confirmed={confirmed}
            onConfirm={setConfirmed}
          />
        )}
      </Stack>
    </Modal>
  )
}
