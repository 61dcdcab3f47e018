import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowStep, Person } from '#contract/approvals/approval'
import type { AnyDocument, DocumentHeader } from '#contract/core/document'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { PeoplePicker } from '#src/approvals/PersonPicker.tsx'
import { FlowLine } from '#src/approvals/Timeline.tsx'
import { useActWindow } from '#src/forms/useActWindow.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { toast } from '#src/ui/toast.ts'
import { useRereadDocuments } from './useDocumentActs.ts'

const NOBODY: readonly Person[] = []

/** Shows whom a document will go to, asks for the people that its applicant picks, and submits it. */
export function SubmitDialog({
  document: kind,
  of,
  onClose,
}: {
  document: AnyDocument
  of: Pick<DocumentHeader, 'id' | 'code' | 'lineCount' | 'actions' | 'objectVersionNumber'>
  onClose: () => void
}) {
  const rereadDocuments = useRereadDocuments(kind)
  const { t } = useTranslation()
  const again = of.actions.includes('resubmit')
  const flow = useCall(kind.calls.flow, { params: { id: of.id } }, { staleTime: 0 })
  const act = useActWindow<Record<string, Person[]>>(`submit ${of.id}`, {}, onClose)
  const { value: picked, close } = act
  const [asked, setAsked] = useState(false)
  const steps = (flow.data ?? []) as readonly FlowStep[]
  const toPick = steps.filter(({ pick }) => pick)
  const missing = toPick.some(({ nodeId }) => (picked[nodeId] ?? []).length === 0)
  const noLines = of.lineCount === 0
  const besideLine = (path: string, words: string) => {
    const [, row] = /^lines\.(\d{1,4})\./.exec(path) ?? []
    return row === undefined ? words : t('frame:named', { what: t('documents:line.row', { row: Number(row) + 1 }), which: words })
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!flow.data || missing || noLines) return
    const body = {
      objectVersionNumber: of.objectVersionNumber,
      picked: Object.fromEntries(toPick.map(({ nodeId }) => [nodeId, (picked[nodeId] ?? []).map(({ userId }) => userId)])),
    }
    await act.send(
      () => call(again ? kind.calls.resubmit : kind.calls.submit, { params: { id: of.id }, body }, { quiet: true }),
      t(again ? 'documents:resubmitted' : 'documents:submitted'),
      rereadDocuments,
      (answer) => {
        if (answer.code !== 'error.version.stale') return act.say(answer.fields ?? {}, answer.message || t('documents:submitFailed'))
        toast('warning', t('documents:stale.info'))
        rereadDocuments()
        close()
      },
    )
  }
  return (
    <Modal open keepOpen onClose={close} width={520} title={`${t(again ? 'documents:flow.again' : 'documents:flow.title')} · ${of.code}`}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        <ListGate compact title={t('documents:flow.failed')} query={flow} rows={3} height={44}>
          {() => (
            <>
              <Typography variant="body2">{t(steps.length > 0 ? 'documents:flow.text' : 'documents:flow.none')}</Typography>
              <FlowLine steps={steps} />
              <DraftNote shown={act.brought} onDrop={act.undo} />
              {toPick.map(({ nodeId, name }) => (
                <PeoplePicker
                  key={nodeId}
                  label={t('frame:named', { what: t('documents:flow.pick'), which: name })}
                  value={picked[nodeId] ?? NOBODY}
                  onChange={(people) => act.change({ ...picked, [nodeId]: people })}
                  fault={asked && (picked[nodeId] ?? []).length === 0 ? t('documents:flow.pickNeeded') : undefined}
                />
              ))}
            </>
          )}
        </ListGate>
        {noLines && <Alert severity="warning">{t('documents:flow.noLines')}</Alert>}
        {act.failure !== undefined && (
          <Alert severity="error">
            {act.failure}
            {Object.entries(act.faults).map(([path, words]) => (
              <Box key={path}>{besideLine(path, words)}</Box>
            ))}
          </Alert>
        )}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('documents:cancel')}</Button>
          <Button type="submit" variant="contained" loading={act.busy} disabled={!flow.data || noLines} loadingPosition="start">
            {t('documents:flow.send')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
