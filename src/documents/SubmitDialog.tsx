import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowStep, Person } from '#contract/approvals/approval'
import type { AnyDocument, DocumentHeader } from '#contract/core/document'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { PeoplePicker } from '#src/approvals/PersonPicker.tsx'
import { FlowLine } from '#src/approvals/Timeline.tsx'
import { useDraftState } from '#src/session/useDraft.ts'
import { DraftNote } from '#src/ui/DraftNote.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SkeletonList } from '#src/ui/Skeletons.tsx'
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
  const { value: picked, brought, change, undo, drop } = useDraftState<Record<string, Person[]>>(`submit ${of.id}`, {})
  const [asked, setAsked] = useState(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [faults, setFaults] = useState<readonly string[]>([])
  const steps = (flow.data ?? []) as readonly FlowStep[]
  const toPick = steps.filter(({ pick }) => pick)
  const missing = toPick.some(({ nodeId }) => (picked[nodeId] ?? []).length === 0)
  const noLines = of.lineCount === 0
  const close = () => {
    drop()
    onClose()
  }
  const besideLine = (path: string, words: string) => {
    const [, row] = /^lines\.(\d{1,4})\./.exec(path) ?? []
    return row === undefined ? words : t('frame:named', { what: t('documents:line.row', { row: Number(row) + 1 }), which: words })
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!flow.data || missing || noLines || sending) return
    setSending(true)
    setFailure(undefined)
    setFaults([])
    const answer = await call(
      again ? kind.calls.resubmit : kind.calls.submit,
      {
        params: { id: of.id },
        body: {
          objectVersionNumber: of.objectVersionNumber,
          picked: Object.fromEntries(toPick.map(({ nodeId }) => [nodeId, (picked[nodeId] ?? []).map(({ userId }) => userId)])),
        },
      },
      { quiet: true },
    )
    setSending(false)
    if (isFailure(answer) && answer.code !== 'error.version.stale') {
      setFailure(answer.message || t('documents:submitFailed'))
      setFaults(Object.entries(answer.fields ?? {}).map(([path, words]) => besideLine(path, words)))
      return
    }
    if (isFailure(answer)) toast('warning', t('documents:stale.info'))
    else toast('success', t(again ? 'documents:resubmitted' : 'documents:submitted'))
    rereadDocuments()
    close()
  }
  return (
    <Modal open keepOpen onClose={close} width={520} title={`${t(again ? 'documents:flow.again' : 'documents:flow.title')} · ${of.code}`}>
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        {flow.isError ? (
          <ErrorState compact title={t('documents:flow.failed')} error={flow.error} onRetry={() => void flow.refetch()} />
        ) : !flow.data ? (
          <SkeletonList rows={3} height={44} />
        ) : (
          <>
            <Typography variant="body2">{t(steps.length > 0 ? 'documents:flow.text' : 'documents:flow.none')}</Typography>
            <FlowLine steps={steps} />
            <DraftNote shown={brought} onDrop={undo} />
            {toPick.map(({ nodeId, name }) => (
              <PeoplePicker
                key={nodeId}
                label={t('frame:named', { what: t('documents:flow.pick'), which: name })}
                value={picked[nodeId] ?? NOBODY}
                onChange={(people) => change({ ...picked, [nodeId]: people })}
                fault={asked && (picked[nodeId] ?? []).length === 0 ? t('documents:flow.pickNeeded') : undefined}
              />
            ))}
          </>
        )}
        {noLines && <Alert severity="warning">{t('documents:flow.noLines')}</Alert>}
        {failure !== undefined && (
          <Alert severity="error">
            {failure}
            {faults.map((words) => (
              <Box key={words}>{words}</Box>
            ))}
          </Alert>
        )}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('documents:cancel')}</Button>
          <Button type="submit" variant="contained" loading={sending} disabled={!flow.data || noLines} loadingPosition="start">
            {t('documents:flow.send')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
