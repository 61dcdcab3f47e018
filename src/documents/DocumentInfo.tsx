import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import MoveIcon from '@mui/icons-material/MoveDownOutlined'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import SwapHorizIcon from '@mui/icons-material/SwapHorizOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { approvalCalls, type ApprovalProcess } from '#contract/approvals/approval'
import type { AnyDocumentFull, DocumentAction, Posting } from '#contract/core/document'
import { useCall } from '#src/api/useCall.ts'
import { DecisionDialog } from '#src/approvals/DecisionDialog.tsx'
import { StateMark } from '#src/approvals/StateMark.tsx'
import { Timeline } from '#src/approvals/Timeline.tsx'
import { TransferDialog } from '#src/approvals/TransferDialog.tsx'
import { useDecision } from '#src/approvals/useDecision.ts'
import { useApprovals } from '#src/live/useApprovals.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { momentText } from '#src/time/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { type DocumentKind, movedAxis } from './arrangement.ts'
import { AttachmentList } from './AttachmentList.tsx'
import { DocumentFacts } from './DocumentFacts.tsx'
import { DocumentLines } from './DocumentLines.tsx'
import { DocumentPrint } from './DocumentPrint.tsx'
import { standingOf } from './filters.ts'
import { LinkedDocuments } from './LinkedDocuments.tsx'
import { PostDialog } from './PostDialog.tsx'
import { Postings } from './Postings.tsx'
import { ProgressMark } from './ProgressMark.tsx'
import { type Reasoned, ReasonDialog } from './ReasonDialog.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'
import { useDocumentActs, useRereadDocuments } from './useDocumentActs.ts'
import { useDocumentWords } from './useDocumentWords.ts'
import { useExport } from './useExport.ts'
import { usePrinting } from '#src/ui/usePrinting.ts'

/** A document with its lines and approval; whoever it waits for decides it here. */
export function DocumentInfo({ kind, of }: { kind: DocumentKind; of: AnyDocumentFull }) {
  const { document, arrangement } = kind
  const { t } = useTranslation()
  const words = useDocumentWords(document)
  const Beside = arrangement.beside
  const Convert = arrangement.convert
  const navigate = useNavigate()
  const { state: given, pathname } = useLocation()
  const { remove, withdraw } = useDocumentActs(document)
  const [submitting, setSubmitting] = useState(false)
  const [transferring, setTransferring] = useState(false)
  const [posting, setPosting] = useState(false)
  const [reasoned, setReasoned] = useState<Reasoned | null>(null)
  const rereadDocuments = useRereadDocuments(document)
  const sheet = useExport(document)
  const printing = usePrinting()
  const desk = useDecision(rereadDocuments)
  useApprovals((news) => {
    if (news.what === 'closed') desk.closed(news.processId)
    if (news.what === 'missed' || news.processId === of.processId) rereadDocuments()
  })
  const process = useCall(
    approvalCalls.process,
    { params: { id: of.processId ?? 0 } },
    { enabled: of.processId !== null, staleTime: 0, placeholderData: (before) => before },
  )
  const { id, objectVersionNumber } = of
  const closing: Reasoned = {
    name: `close ${id}`,
    title: t('documents:close.title', { code: of.code }),
    text: t('documents:close.text'),
    act: t('documents:close.act'),
    done: t('documents:close.done'),
    call: document.calls.close!,
    id,
    body: { objectVersionNumber },
  }
  const reversing = (one: Posting): Reasoned => ({
    name: `reverse ${one.id}`,
    title: t('documents:postings.reverseTitle', { at: momentText(one.effectiveAt) }),
    text: t('documents:postings.reverseText'),
    act: t('documents:postings.reverse'),
    done: t('documents:postings.reverseDone'),
    call: document.calls.reverse!,
    id,
    body: { objectVersionNumber, postingId: one.id },
  })
  const may = (action: DocumentAction) => of.actions.includes(action)
  const maySubmit = may('submit') || may('resubmit')

  // "Save and submit", and the list's own button, come here with that wish.
  const wished = (given as { submit?: boolean } | null)?.submit === true
  const closeSubmit = () => {
    setSubmitting(false)
    if (wished) void navigate(pathname, { replace: true, state: null })
  }

  const taskId = of.processId === null ? null : (process.data?.may.decide ?? null)
  const decide = (verdict: 'approve' | 'reject') => {
    if (taskId === null || !process.data) return
    const { id: processId, formCode, documentCode, applicant, steps } = process.data
    const next = steps[steps.findIndex(({ state }) => state === 'open') + 1]?.name ?? null
    const shown = { title: of.title, amount: of.total, next }
    desk.open({ id: taskId, taskId }, verdict, { processId, formCode, documentCode, applicant: applicant.realName, ...shown })
  }
  return (
    <Page
      title={`${words.infoTitle} ${of.code}`}
      windowTitle={`${of.code} · ${words.infoTitle}`}
      lead={
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <StateMark standing={standingOf[of.auditStatus]} words={t(`documents:status.${of.auditStatus}`)} />
          <ProgressMark axis={document.progress} progress={of.progress} />
          <ProgressMark axis="storage" progress={of.arrived} />
          <span>{of.title}</span>
        </Stack>
      }
      actions={
        <>
          <Button startIcon={<PrintIcon />} onClick={() => printing.print()}>
            {t('documents:print.act')}
          </Button>
          <Button startIcon={<DownloadIcon />} loading={sheet.busy} onClick={() => void sheet.save('exportOne', of.code, { id })}>
            {t('documents:export')}
          </Button>
          {may('close') && (
            <Button startIcon={<CloseIcon />} onClick={() => setReasoned(closing)}>
              {t('documents:close.act')}
            </Button>
          )}
          {may('delete') && (
            <Button
              color="error"
              startIcon={<DeleteIcon />}
              onClick={() => void remove(of).then((gone) => gone && navigate(document.page, { replace: true }))}
            >
              {t('documents:delete')}
            </Button>
          )}
          {may('withdraw') && (
            <Button variant="outlined" startIcon={<UndoIcon />} onClick={() => void withdraw(of)}>
              {t('documents:withdraw')}
            </Button>
          )}
          {may('edit') && (
            <Button
              variant="outlined"
              startIcon={<EditIcon />}
              component={Link}
              to={`${document.page}/${arrangement.resubmits && may('resubmit') ? 'resubmit' : 'edit'}/${of.id}`}
            >
              {t('documents:edit')}
            </Button>
          )}
          {of.progress !== null && Convert && <Convert of={of} />}
          {document.posts && may('post') && (
            <Button variant="contained" startIcon={<MoveIcon />} onClick={() => setPosting(true)}>
              {t(`documents:post.act.${movedAxis(document)}`)}
            </Button>
          )}
          {maySubmit && (
            <Button variant="contained" startIcon={<SendIcon />} onClick={() => setSubmitting(true)}>
              {t(may('resubmit') ? 'documents:resubmit' : 'documents:submit')}
            </Button>
          )}
        </>
      }
    >
      <Stack spacing={2}>
        {taskId !== null && (
          <Alert
            severity="info"
            sx={{ alignItems: 'center', flexWrap: 'wrap', '& .MuiAlert-action': { flexWrap: 'wrap', gap: 1, pt: 0 } }}
            action={
              <>
                <Button startIcon={<SwapHorizIcon />} color="inherit" onClick={() => setTransferring(true)}>
                  {t('approvals:act.transfer')}
                </Button>
                <Button startIcon={<CloseIcon />} variant="outlined" color="error" onClick={() => decide('reject')}>
                  {t('approvals:act.reject')}
                </Button>
                <Button startIcon={<CheckIcon />} variant="contained" onClick={() => decide('approve')}>
                  {t('approvals:act.approve')}
                </Button>
              </>
            }
          >
            {t('documents:yours')}
          </Alert>
        )}
        <Box
          sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' } }}
        >
          <Stack spacing={2} sx={{ minWidth: 0 }}>
            <Section title={words.label('header')}>
              <DocumentFacts kind={kind} of={of} />
            </Section>
            <Section title={words.label('lines')} flush>
              <DocumentLines kind={kind} of={of} />
            </Section>
            {Beside && <Beside of={of} />}
            {document.posts && <Postings kind={kind} of={of} onReverse={(posting) => setReasoned(reversing(posting))} />}
            <AttachmentList kind={kind} of={of} />
            <LinkedDocuments of={of} />
          </Stack>
          <Section
            title={t('approvals:timeline.title')}
            aside={
              process.data && of.processId !== null ? (
                <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                  {t('approvals:timeline.versionOf', { version: process.data.definitionVersion })}
                </Typography>
              ) : undefined
            }
          >
            {of.processId === null ? (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('approvals:timeline.none')}
              </Typography>
            ) : (
              <ListGate compact title={t('approvals:timeline.failed')} query={process} rows={4} height={44}>
                {(one) => <Progress of={one} />}
              </ListGate>
            )}
          </Section>
        </Box>
      </Stack>
      {(submitting || wished) && maySubmit && <SubmitDialog document={document} of={of} onClose={closeSubmit} />}
      {transferring && taskId !== null && (
        <TransferDialog
          taskId={taskId}
          onClose={() => setTransferring(false)}
          onDone={() => {
            setTransferring(false)
            rereadDocuments()
          }}
        />
      )}
      <DecisionDialog desk={desk} />
      {posting && may('post') && <PostDialog kind={kind} of={of} onClose={() => setPosting(false)} />}
      {reasoned && <ReasonDialog of={reasoned} onClose={() => setReasoned(null)} onDone={rereadDocuments} />}
      {printing.at !== null && (
        <DocumentPrint kind={kind} of={of} at={printing.at} process={of.processId === null ? null : (process.data ?? null)} />
      )}
    </Page>
  )
}

function Progress({ of }: { of: ApprovalProcess }) {
  const { t } = useTranslation()
  return (
    <Stack spacing={2}>
      <Typography variant="body2" component="output" aria-live="polite" sx={{ color: 'text.secondary' }}>
        {of.next.length > 0
          ? t('approvals:timeline.next', { names: of.next.map(({ realName }) => realName).join(t('approvals:timeline.and')) })
          : t(of.reason === 'withdrawn' ? 'approvals:withdrawn' : `approvals:processState.${of.processState as 1 | 2 | 3}`)}
      </Typography>
      <Timeline of={of} />
    </Stack>
  )
}
