import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Person } from '#contract/approvals/approval'
import { aplionform, type AplionformFull } from '#contract/inventory/aplionform'
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

/** Shows whom an application will go to, asks for the people that its applicant picks, and submits it. */
export function SubmitDialog({ of, onClose }: { of: AplionformFull; onClose: () => void }) {
  const rereadDocuments = useRereadDocuments()
  const { t } = useTranslation()
  const again = of.actions.includes('resubmit')
  const flow = useCall(aplionform.calls.flow, { params: { id: of.id } }, { staleTime: 0 })
  const { value: picked, brought, change, undo, drop } = useDraftState<Record<string, Person[]>>(`submit ${of.id}`, {})
  const [asked, setAsked] = useState(false)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const steps = flow.data ?? []
  const toPick = steps.filter(({ pick }) => pick)
  const missing = toPick.some(({ nodeId }) => (picked[nodeId] ?? []).length === 0)
  const noLines = of.lineCount === 0
  const close = () => {
    drop()
    onClose()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!flow.data || missing || noLines || sending) return
    setSending(true)
    setFailure(undefined)
    const answer = await call(
      again ? aplionform.calls.resubmit : aplionform.calls.submit,
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
      setFailure(answer.message || t('inventory:aplionform.submitFailed'))
      return
    }
    if (isFailure(answer)) toast('warning', t('inventory:aplionform.stale.info'))
    else toast('success', t(again ? 'inventory:aplionform.resubmitted' : 'inventory:aplionform.submitted'))
    rereadDocuments()
    close()
  }
  return (
    <Modal
      open
      keepOpen
      onClose={close}
      width={520}
      title={`${t(again ? 'inventory:aplionform.flow.again' : 'inventory:aplionform.flow.title')} · ${of.code}`}
    >
      <Stack component="form" noValidate spacing={2} onSubmit={(event) => void send(event)}>
        {flow.isError ? (
          <ErrorState compact title={t('inventory:aplionform.flow.failed')} error={flow.error} onRetry={() => void flow.refetch()} />
        ) : !flow.data ? (
          <SkeletonList rows={3} height={44} />
        ) : (
          <>
            <Typography variant="body2">
              {t(steps.length > 0 ? 'inventory:aplionform.flow.text' : 'inventory:aplionform.flow.none')}
            </Typography>
            <FlowLine steps={steps} />
            <DraftNote shown={brought} onDrop={undo} />
            {toPick.map(({ nodeId, name }) => (
              <PeoplePicker
                key={nodeId}
                label={t('frame:named', { what: t('inventory:aplionform.flow.pick'), which: name })}
                value={picked[nodeId] ?? NOBODY}
                onChange={(people) => change({ ...picked, [nodeId]: people })}
                fault={asked && (picked[nodeId] ?? []).length === 0 ? t('inventory:aplionform.flow.pickNeeded') : undefined}
              />
            ))}
          </>
        )}
        {noLines && <Alert severity="warning">{t('inventory:aplionform.flow.noLines')}</Alert>}
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
          <Button onClick={close}>{t('inventory:aplionform.cancel')}</Button>
          <Button type="submit" variant="contained" loading={sending} disabled={!flow.data || noLines} loadingPosition="start">
            {t('inventory:aplionform.flow.send')}
          </Button>
        </Stack>
      </Stack>
    </Modal>
  )
}
