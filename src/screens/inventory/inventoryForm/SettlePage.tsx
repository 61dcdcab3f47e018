import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { AnyDocumentFull } from '#contract/core/document'
import { inventoryForm, type Settlement, stocktakingCalls } from '#contract/inventory/inventoryForm'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { useDocument } from '#src/documents/useDocument.ts'
import { useRereadDocuments } from '#src/documents/useDocumentActs.ts'
import { NotFoundPage } from '#src/frame/ErrorPages.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Section } from '#src/ui/Section.tsx'
import { SkeletonPage } from '#src/ui/Skeletons.tsx'
import { toast } from '#src/ui/toast.ts'
import { Unread } from '#src/ui/Unread.tsx'
import { reasonOf } from '#src/ui/tipFor.ts'
import { adjustmentOf, DifferenceTable, movedSince } from './DifferenceTable.tsx'

/** Settles an approved stocktaking: where goods moved after they were counted, whoever settles says what holds. */
export default function SettlePage() {
  const { t } = useTranslation()
  const { id, record, query, retry } = useDocument(inventoryForm)
  if (id === null) return <NotFoundPage />
  const title = t('inventory:inventory_form.settle.title')
  if (!record) return <Unread title={title} query={query} />
  return (
    <Page title={title} lead={t('inventory:inventory_form.settle.lead', { code: record.code })}>
      {record.progress === 'none' && record.actions.includes('post') ? (
        <Settling of={record} reread={retry} />
      ) : (
        <EmptyState
          variant="noData"
          title={t('inventory:inventory_form.settle.settled', { code: record.code })}
          text={null}
          action={<ToInfo id={record.id} />}
        />
      )}
    </Page>
  )
}

function ToInfo({ id }: { id: number }) {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={`${inventoryForm.page}/info/${id}`}>
      {t('documents:toInfo')}
    </Button>
  )
}

function Settling({ of, reread }: { of: AnyDocumentFull; reread: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const rereadDocuments = useRereadDocuments(inventoryForm)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Settlement>>(new Map())
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const query = useCall(stocktakingCalls.differences, { params: { id: of.id } }, { staleTime: 0 })
  if (!query.data) return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <SkeletonPage />
  const { lines } = query.data
  const moved = lines.filter((line) => movedSince(line) !== 0n)
  const open = moved.filter(({ lineId }) => !chosen.has(lineId))
  const settle = async () => {
    setAsked(true)
    if (busy || open.length > 0) return
    setBusy(true)
    setRefused(undefined)
    const keep = moved.map(({ lineId }) => ({ lineId, holds: chosen.get(lineId)! }))
    const answer = await call(
      stocktakingCalls.settle,
      { params: { id: of.id }, body: { objectVersionNumber: of.objectVersionNumber, keep } },
      { quiet: true },
    )
    setBusy(false)
    if (isFailure(answer)) {
      setRefused(reasonOf(answer))
      // Goods moved, or somebody else settled it meanwhile: the newest tells which.
      void query.refetch()
      return reread()
    }
    toast('success', t('inventory:inventory_form.settle.done'))
    rereadDocuments()
    void navigate(`${inventoryForm.page}/info/${of.id}`, { replace: true })
  }
  return (
    <Stack spacing={2}>
      {open.length > 0 && (
        <Alert severity={asked ? 'error' : 'warning'}>{t('inventory:inventory_form.settle.moved', { count: open.length })}</Alert>
      )}
      {lines.every((line) => adjustmentOf(line, chosen.get(line.lineId)) === 0n) && (
        <Alert severity="info">{t('inventory:inventory_form.settle.none')}</Alert>
      )}
      <Section title={t('inventory:inventory_form.differences.title')} flush>
        <DifferenceTable
          lines={lines}
          choose={{ chosen, asked, set: (lineId, holds) => setChosen((before) => new Map(before).set(lineId, holds)) }}
        />
      </Section>
      {refused !== undefined && <Alert severity="error">{refused}</Alert>}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', gap: 1 }}>
        <ToInfo id={of.id} />
        <Button variant="contained" loading={busy} onClick={() => void settle()}>
          {t('inventory:inventory_form.settle.act')}
        </Button>
      </Stack>
    </Stack>
  )
}
