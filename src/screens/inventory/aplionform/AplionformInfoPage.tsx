import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import SwapHorizIcon from '@mui/icons-material/SwapHorizOutlined'
import UndoIcon from '@mui/icons-material/UndoOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { approvalCalls, type ApprovalProcess } from '#contract/approvals/approval'
import { type AplionformFull } from '#contract/inventory/aplionform'
import { useCall } from '#src/api/useCall.ts'
import { DecisionDialog } from '#src/approvals/DecisionDialog.tsx'
import { StateMark } from '#src/approvals/StateMark.tsx'
import { Timeline } from '#src/approvals/Timeline.tsx'
import { TransferDialog } from '#src/approvals/TransferDialog.tsx'
import { useDecision } from '#src/approvals/useDecision.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { useApprovals } from '#src/live/useApprovals.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { momentText } from '#src/ui/moment.ts'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonList, SkeletonPage } from '#src/ui/Skeletons.tsx'
import { decimalText } from '#src/ui/decimalText.ts'
import { moneyText } from '#src/ui/money.ts'
import { standingOf } from './filters.ts'
import { SubmitDialog } from './SubmitDialog.tsx'
import { useDocument } from './useDocument.ts'
import { useRereadDocuments, useDocumentActs } from './useDocumentActs.ts'

const LIST = '/inventory/prment/aplionform'

/** A purchase application with its lines and approval; whoever it waits for decides it here. */
export default function AplionformInfoPage() {
  const { t } = useTranslation()
  const { id, query } = useDocument()
  if (id === null) return <NotFoundPage />
  if (query.data) return <Info key={id} of={query.data} />
  return query.isError ? (
    <Page title={t('inventory:aplionform.infoTitle')}>
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    </Page>
  ) : (
    <SkeletonPage />
  )
}

function Info({ of }: { of: AplionformFull }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { state: given, pathname } = useLocation()
  const { remove, withdraw } = useDocumentActs()
  const [submitting, setSubmitting] = useState(false)
  const [transferring, setTransferring] = useState(false)
  const rereadDocuments = useRereadDocuments()
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
  const may = (action: AplionformFull['actions'][number]) => of.actions.includes(action)
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
    const document = { title: of.title, amount: of.total, next }
    desk.open({ id: taskId, taskId }, verdict, { processId, formCode, documentCode, applicant: applicant.realName, ...document })
  }
  return (
    <Page
      title={`${t('inventory:aplionform.infoTitle')} ${of.code}`}
      windowTitle={`${of.code} · ${t('inventory:aplionform.infoTitle')}`}
      lead={
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <StateMark standing={standingOf[of.auditStatus]} words={t(`inventory:aplionform.status.${of.auditStatus}`)} />
          <span>{of.title}</span>
        </Stack>
      }
      actions={
        <>
          {may('delete') && (
            <Button
              color="error"
              startIcon={<DeleteIcon />}
              onClick={() => void remove(of).then((gone) => gone && navigate(LIST, { replace: true }))}
            >
              {t('inventory:aplionform.delete')}
            </Button>
          )}
          {may('withdraw') && (
            <Button variant="outlined" startIcon={<UndoIcon />} onClick={() => void withdraw(of)}>
              {t('inventory:aplionform.withdraw')}
            </Button>
          )}
          {may('edit') && (
            <Button variant="outlined" startIcon={<EditIcon />} component={Link} to={`${LIST}/edit/${of.id}`}>
              {t('inventory:aplionform.edit')}
            </Button>
          )}
          {maySubmit && (
            <Button variant="contained" startIcon={<SendIcon />} onClick={() => setSubmitting(true)}>
              {t(may('resubmit') ? 'inventory:aplionform.resubmit' : 'inventory:aplionform.submit')}
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
            {t('inventory:aplionform.yours')}
          </Alert>
        )}
        <Box
          sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 380px' } }}
        >
          <Stack spacing={2} sx={{ minWidth: 0 }}>
            <Section title={t('inventory:aplionform.header')}>
              <Facts of={of} />
            </Section>
            <Section title={t('inventory:aplionform.fields.lines')} flush>
              <Lines of={of} />
            </Section>
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
            ) : process.data ? (
              <Progress of={process.data} />
            ) : process.isError ? (
              <ErrorState compact title={t('approvals:timeline.failed')} error={process.error} onRetry={() => void process.refetch()} />
            ) : (
              <SkeletonList rows={4} height={44} />
            )}
          </Section>
        </Box>
      </Stack>
      {(submitting || wished) && maySubmit && <SubmitDialog of={of} onClose={closeSubmit} />}
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

type FactKey = 'code' | 'applicant' | 'areaId' | 'neededBy' | 'createdAt' | 'submittedAt' | 'total' | 'updatedAt'

function Facts({ of }: { of: AplionformFull }) {
  const { t, i18n } = useTranslation()
  const none = t('crud:none')
  const facts: readonly (readonly [FactKey, ReactNode])[] = [
    ['code', of.code],
    ['applicant', of.applicantName],
    ['areaId', of.areaName ?? none],
    ['neededBy', of.neededBy ?? none],
    ['createdAt', momentText(of.createdAt)],
    ['submittedAt', of.submittedAt === null ? none : momentText(of.submittedAt)],
    ['total', moneyText(of.total ?? '', i18n.language)],
    ['updatedAt', momentText(of.updatedAt)],
  ]
  const fact = (label: string, value: ReactNode, wide = false) => (
    <Box key={label} sx={{ minWidth: 0, ...(wide && { gridColumn: '1 / -1' }) }}>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Typography>
    </Box>
  )
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr))' } }}>
      {facts.map(([label, value]) => fact(t(`inventory:aplionform.fields.${label}`), value))}
      {fact(t('inventory:aplionform.fields.remark'), of.remark ?? none, true)}
    </Box>
  )
}

function Lines({ of: { lines, total } }: { of: AplionformFull }) {
  const { t, i18n } = useTranslation()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const none = t('crud:none')
  const language = i18n.language
  if (lines.length === 0)
    return <Typography sx={{ color: 'text.secondary', px: 2, pb: 2 }}>{t('inventory:aplionform.line.none')}</Typography>
  if (narrow)
    return (
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {lines.map((line) => (
          <Box component="li" key={line.id} sx={{ px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
              <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
                {line.productName}
              </Typography>
              <Typography variant="body2" sx={{ whiteSpace: 'nowrap' }}>
                {moneyText(line.amount ?? '', language)}
              </Typography>
            </Stack>
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {decimalText(line.quantity, language)} {line.unit} × {moneyText(line.price, language)}
              {line.specification !== null && ` · ${line.specification}`}
              {line.remark !== null && ` · ${line.remark}`}
            </Typography>
          </Box>
        ))}
        <Box component="li" sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider', display: 'flex', justifyContent: 'space-between' }}>
          <strong>{t('inventory:aplionform.fields.total')}</strong>
          <strong>{moneyText(total ?? '', language)}</strong>
        </Box>
      </Box>
    )
  return (
    <TableContainer component="section" tabIndex={0} aria-label={t('inventory:aplionform.fields.lines')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>#</TableCell>
            <TableCell>{t('inventory:aplionform.line.productName')}</TableCell>
            <TableCell>{t('inventory:aplionform.line.specification')}</TableCell>
            <TableCell>{t('inventory:aplionform.line.unit')}</TableCell>
            <TableCell align="right">{t('inventory:aplionform.line.quantity')}</TableCell>
            <TableCell align="right">{t('inventory:aplionform.line.price')}</TableCell>
            <TableCell align="right">{t('inventory:aplionform.line.amount')}</TableCell>
            <TableCell>{t('inventory:aplionform.line.remark')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {lines.map((line, at) => (
            <TableRow key={line.id} hover>
              <TableCell sx={{ color: 'text.secondary' }}>{at + 1}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{line.productName}</TableCell>
              <TableCell>{line.specification ?? none}</TableCell>
              <TableCell>{line.unit}</TableCell>
              <TableCell align="right">{decimalText(line.quantity, language)}</TableCell>
              <TableCell align="right">{moneyText(line.price, language)}</TableCell>
              <TableCell align="right">{moneyText(line.amount ?? '', language)}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{line.remark ?? none}</TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow>
            <TableCell colSpan={6} align="right">
              {t('inventory:aplionform.fields.total')}
            </TableCell>
            <TableCell align="right" sx={{ typography: 'subtitle2', color: 'text.primary', whiteSpace: 'nowrap' }}>
              {moneyText(total ?? '', language)}
            </TableCell>
            <TableCell />
          </TableRow>
        </TableFooter>
      </Table>
    </TableContainer>
  )
}
