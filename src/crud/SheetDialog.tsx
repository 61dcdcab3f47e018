import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportCounts, ImportReport } from '#contract/core/resource'
import { type CallFailure, isFailure } from '../api/call.ts'
import { downloadFile } from '../files/downloadFile.ts'
import { PickButton } from '../files/PickButton.tsx'
import { describeUpload, uploadFile } from '../files/uploadFile.ts'
import { useSession } from '../session/session.ts'
import { Modal } from '../ui/Modal.tsx'
import { SecondaryText } from '../ui/SecondaryText.tsx'
import { reasonOf } from '../ui/tipFor.ts'
import { kindOf, SheetOutcome, standingOf, writtenBy } from './SheetOutcome.tsx'

/**
 * Brings in a spreadsheet that is uploaded as a file: it is checked first, what is wrong with it is said by row and column, and only then is it
 * brought, all of it or nothing.
 */
export function SheetDialog<Report extends ImportReport, Brought extends ImportReport>({
  title,
  lead,
  note,
  none,
  mostMegabytes,
  label,
  templatePath,
  check,
  bring,
  bringWords,
  beside,
  asks = false,
  onBrought,
  onClose,
}: {
  title: string
  lead: string
  note: string
  /** Said of a spreadsheet without a row. */
  none: string
  mostMegabytes: number
  label: (field: string) => string
  /** The path of the template's call; it is saved under the title. */
  templatePath: string
  check: (fileId: string) => Promise<Report | CallFailure>
  /** `leftOut`: the heads of columns that somebody has confirmed to leave out. */
  bring: (fileId: string, leftOut: string[]) => Promise<Brought | CallFailure>
  /** What the button says, where that is not how many are new and how many changed. */
  bringWords?: (counts: ImportCounts) => string
  /** What else the check found. */
  beside?: (report: Report) => ReactNode
  /** What `beside` asks is not answered yet. */
  asks?: boolean
  onBrought: (report: Brought) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { tenantId } = useSession()
  const hintId = useId()
  const outcomeId = useId()
  const [file, setFile] = useState<string | null>(null)
  const [checked, setChecked] = useState<Report | null>(null)
  const [refused, setRefused] = useState<Brought | null>(null)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [confirmed, setConfirmed] = useState(false)

  const choose = async (chosen: File) => {
    setChecked(null)
    setRefused(null)
    setConfirmed(false)
    setFailure(undefined)
    setBusy(true)
    const stored = await uploadFile(chosen, { kind: 'file' })
    if (isFailure(stored)) {
      setBusy(false)
      return setFailure(describeUpload(stored))
    }
    setFile(stored.id)
    const answer = await check(stored.id)
    setBusy(false)
    if (isFailure(answer)) setFailure(reasonOf(answer))
    else setChecked(answer)
  }
  const report: ImportReport | null = refused ?? checked
  const send = async () => {
    setBusy(true)
    setFailure(undefined)
    const answer = await bring(file!, report!.unknownHeads)
    setBusy(false)
    if (isFailure(answer)) return setFailure(reasonOf(answer))
    if (answer.committed && writtenBy(answer) > 0) onBrought(answer)
    // What it names has changed since it was checked, or somebody else has brought it.
    else setRefused(answer)
  }
  const template = () => downloadFile({ fileUrl: templatePath.replace('{t}', String(tenantId)), fileName: `${title}.xlsx` })
  const standing = report && standingOf(report, confirmed)
  const words = report && (bringWords?.(report.counts) ?? t(`crud:bring.${kindOf(report)}`, report.counts))
  return (
    <Modal
      open
      onClose={onClose}
      width={760}
      title={title}
      actions={
        <>
          <Button onClick={() => void template()} sx={{ mr: 'auto' }}>
            {t('crud:template')}
          </Button>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button
            variant="contained"
            disabled={standing !== 'ready' || asks || busy}
            aria-describedby={report ? outcomeId : undefined}
            onClick={() => void send()}
          >
            {standing === 'ready' || standing === 'asked' ? words : t('crud:import')}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2">{lead}</Typography>
        <PickButton
          accept=".xlsx"
          several={false}
          disabled={busy}
          hint={t('crud:sheet.hint', { max: mostMegabytes })}
          hintId={hintId}
          onPick={([chosen]) => chosen && void choose(chosen)}
        >
          {t('crud:chooseFile')}
        </PickButton>
        <SecondaryText variant="caption">{note}</SecondaryText>
        {busy && <LinearProgress aria-label={t('crud:checking')} />}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        {report && (
          <SheetOutcome
            key={file}
            report={report}
            none={none}
            label={label}
            wordsId={outcomeId}
            confirmed={confirmed}
            onConfirm={setConfirmed}
          />
        )}
        {checked && beside?.(checked)}
      </Stack>
    </Modal>
  )
}
