import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activity } from '#contract/farm/activity'
import type { Batch } from '#contract/farm/batch'
import { batchCostCalls } from '#contract/farm/batchCost'
import { herd, herdCalls, type HerdRow } from '#contract/farm/herd'
import { call, isFailure } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { decimalText } from '#src/ui/decimalText.ts'
import { toast } from '#src/ui/toast.ts'
import { BookForm } from './BookForm.tsx'
import { BookSection } from './BookSection.tsx'
import { FeedForm } from './FeedForm.tsx'
import { HerdFigures } from './HerdFigures.tsx'
import { useBook } from './useBook.ts'

/** What was counted and weighed of the fish or animals of a batch, and what that comes to. */
export function HerdBook({ record }: { record: Batch }) {
  return record.nurtureKind === null || record.startedAt === null ? null : <Herd record={record} />
}

function Herd({ record }: { record: Batch }) {
  const { t, i18n } = useTranslation()
  const { batchId, batchName } = record
  const read = useCall(herdCalls.page, { query: { batchId } }, { staleTime: 0 })
  const { mayWrite, edited, edit, reread, mayRemove } = useBook<HerdRow>(record, [herdCalls.page, batchCostCalls.page])
  const mayAct = usePermission(activity.codes.create) === true
  const [feeds, feed] = useState(false)
  const row = edited === 'new' ? null : edited
  const count = (amount: number | string) => decimalText(String(amount), i18n.language)

  const remove = async ({ id, objectVersionNumber, happenedOn: day }: HerdRow) => {
    if (!(await mayRemove(t('farm:herd.removeTitle', { day })))) return
    if (!isFailure(await call(herdCalls.remove, { body: { id, objectVersionNumber } }))) toast('success', t('farm:herd.removed'))
    reread()
  }
  return (
    <>
      <BookSection
        title={t('farm:herd.title')}
        add={mayWrite ? t('farm:herd.add') : undefined}
        onAdd={() => edit('new')}
        none={t('farm:herd.none')}
        read={read}
        summary={
          read.data && <HerdFigures of={read.data.sum} name={batchName} onFeed={mayWrite && mayAct ? () => feed(true) : undefined} />
        }
        row={({ happenedOn, event, head, meanWeight, reason }) => (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {[
              happenedOn,
              t(`farm:herd.row.${event}`, { head: count(head) }),
              ...(meanWeight === null ? [] : [t('farm:herd.each', { weight: count(meanWeight) })]),
              ...(reason === null ? [] : [reason]),
            ].join(' · ')}
          </Typography>
        )}
        edit={(one) => (mayWrite ? { label: t('farm:herd.editOne', { day: one.happenedOn }), run: () => edit(one) } : null)}
        remove={(one) => (mayWrite ? { label: t('farm:herd.removeOne', { day: one.happenedOn }), run: () => void remove(one) } : null)}
      />
      {feeds && (
        <FeedForm
          record={record}
          onClose={() => feed(false)}
          onSaved={() => {
            feed(false)
            reread()
          }}
        />
      )}
      {edited !== null && (
        <BookForm
          of={herd}
          row={row}
          initial={{ happenedOn: read.data?.today }}
          title={t(row ? 'farm:herd.edit' : 'farm:herd.add')}
          saved={t('farm:herd.saved')}
          layout={[['happenedOn', 'event'], ['head', 'meanWeight'], ['reason']]}
          save={(values) => {
            const seen = { id: row?.id ?? null, objectVersionNumber: row?.objectVersionNumber ?? null }
            return call(herdCalls.save, { body: { ...values, ...seen, batchId } as never }, { quiet: true })
          }}
          onClose={() => edit(null)}
          onSaved={() => {
            edit(null)
            reread()
          }}
        />
      )}
    </>
  )
}
