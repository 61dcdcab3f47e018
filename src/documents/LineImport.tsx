import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LINES, MAX_LINES_MB } from '#contract/core/document'
import type { ImportReport } from '#contract/core/resource'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { SheetDialog } from '#src/crud/SheetDialog.tsx'
import { refusal } from '#src/files/uploadFile.ts'
import { toast } from '#src/ui/toast.ts'
import { type DraftLine, isBlankLine, linesBeyond, lineWith, rightHeader } from './draft.ts'
import type { Lines } from './LineCell.tsx'
import { useDocumentWords } from './useDocumentWords.ts'

interface Read extends ImportReport {
  readonly whole: boolean
  readonly lines: readonly { readonly values: Readonly<Record<string, unknown>>; readonly labels: Readonly<Record<string, string>> }[]
}
type Where = 'append' | 'missing' | 'replace'
const WHERES = ['append', 'missing', 'replace'] as const satisfies readonly Where[]
const BOTH = ['append', 'replace'] as const satisfies readonly Where[]

/**
 * Brings lines from a spreadsheet into a form: it is read by the server, every fault is said by row and column, and what is right becomes lines
 * that are saved with the form.
 */
export function LineImport({ kind, form, titles }: Lines) {
  const { document: of } = kind
  const { t } = useTranslation()
  const words = useDocumentWords(of)
  const [open, setOpen] = useState(false)
  /** Null: lines of the spreadsheet are in the form already, and nobody has said what becomes of them. */
  const [where, setWhere] = useState<Where | null>('append')
  const [missing, setMissing] = useState(0)
  const read = useRef<Read>(null)

  const check = async (fileId: string): Promise<Read | CallFailure> => {
    const draft = form.getValues()
    const body = { fileId, areaId: draft.areaId ?? undefined, header: rightHeader(of, draft) }
    const answer = (await call(of.calls.readLines, { body }, { quiet: true })) as Read | CallFailure
    if (!isFailure(answer)) {
      read.current = answer
      const beyond = linesBeyond(of, drafted(answer), written()).length
      setMissing(beyond)
      setWhere(beyond < answer.lines.length ? null : 'append')
    }
    return answer
  }
  const written = () => form.getValues('lines').filter((line) => !isBlankLine(of, line))
  const drafted = ({ lines }: Read): DraftLine[] => lines.map(({ values }) => lineWith(of, values))
  const bring = async () => {
    const report = read.current!
    const before = where === 'replace' ? [] : written()
    const added = where === 'missing' ? linesBeyond(of, drafted(report), before) : drafted(report)
    if (before.length + added.length > MAX_LINES) return refusal('error.import.tooMany', { max: MAX_LINES })
    for (const { values, labels } of report.lines)
      for (const [name, label] of Object.entries(labels)) titles.learn(of.line[name]!, values[name], label)
    form.setValue('lines', [...before, ...added], {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
    return { ...report, counts: { ...report.counts, new: added.length }, committed: true }
  }
  return (
    <>
      <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        {t('documents:import.open')}
      </Button>
      {open && (
        <SheetDialog<Read, Read>
          title={t('documents:import.title', { title: words.title })}
          lead={t('documents:import.lead', { max: MAX_LINES })}
          note={t('documents:import.note')}
          none={t('documents:import.none')}
          mostMegabytes={MAX_LINES_MB}
          label={words.lineLabel}
          templatePath={of.calls.lineTemplate.path}
          check={check}
          bring={bring}
          bringWords={(counts) => t('documents:import.bring', { count: where === 'missing' ? missing : counts.new })}
          asks={where === null}
          beside={({ whole, faults, lines }) => (
            <>
              {!whole && <Alert severity="info">{t('documents:import.partly')}</Alert>}
              {missing < lines.length && <Alert severity="warning">{t('documents:import.there', { count: lines.length - missing })}</Alert>}
              {faults.length === 0 && (
                <RadioGroup row aria-label={t('documents:import.where')} value={where} onChange={(_, chosen) => setWhere(chosen as Where)}>
                  {(missing > 0 && missing < lines.length ? WHERES : BOTH).map((one) => (
                    <FormControlLabel
                      key={one}
                      value={one}
                      control={<Radio size="small" />}
                      label={t(`documents:import.${one}`, { count: missing })}
                    />
                  ))}
                </RadioGroup>
              )}
            </>
          )}
          onBrought={({ counts }) => {
            setOpen(false)
            toast('success', t('documents:import.done', { count: counts.new }))
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
