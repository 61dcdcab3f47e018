import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activity } from '#contract/farm/activity'
import type { Batch } from '#contract/farm/batch'
import { batchCostCalls } from '#contract/farm/batchCost'
import { herd, herdCalls } from '#contract/farm/herd'
import { useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { decimalText } from '#src/ui/decimalText.ts'
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
  const { mayWrite, reread } = useBook(record, [herdCalls.page, batchCostCalls.page])
  const mayAct = usePermission(activity.codes.create) === true
  const [feeds, setFeeds] = useState(false)
  const count = (amount: number | string) => decimalText(String(amount), i18n.language)

  return (
    <>
      <BookSection
        name="herd"
        owner={{ batchId }}
        read={read}
        calls={herdCalls}
        mayWrite={mayWrite}
        onChanged={reread}
        summary={
          read.data && <HerdFigures of={read.data.sum} name={batchName} onFeed={mayWrite && mayAct ? () => setFeeds(true) : undefined} />
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
        called={({ happenedOn: day }) => ({ day })}
        form={() => ({
          of: herd,
          initial: { happenedOn: read.data?.today },
          layout: [['happenedOn', 'event'], ['head', 'meanWeight'], ['reason']],
        })}
      />
      {feeds && (
        <FeedForm
          record={record}
          onClose={() => setFeeds(false)}
          onSaved={() => {
            setFeeds(false)
            reread()
          }}
        />
      )}
    </>
  )
}
