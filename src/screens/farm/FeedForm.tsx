import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { activity } from '#contract/farm/activity'
import type { Batch } from '#contract/farm/batch'
import { feeding } from '#contract/farm/herd'
import { call } from '#src/api/call.ts'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { BookForm } from './BookForm.tsx'

const FEED = { productType: 'agricultural', category: 'feed' }
const FeedInput = (props: InputProps) => <ReferenceInput {...props} only={FEED} />
const INPUTS = { productId: FeedInput }

/** Writes down what was fed: an activity of the batch, in which the feed stands as any other material. */
export function FeedForm({ record, onClose, onSaved }: { record: Batch; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  const { batchId, areaId, landId } = record
  const [begun] = useState(() => ({ fedAt: Date.now() }))
  return (
    <BookForm
      of={feeding}
      row={null}
      initial={begun}
      title={t('farm:feeding.title')}
      hint={t('farm:feeding.hint')}
      saved={t('farm:feeding.saved')}
      layout={[['fedAt'], ['productId', 'quantity']]}
      inputs={INPUTS}
      save={async (values) => {
        const { fedAt, productId, quantity } = feeding.create.parse(values)
        const body = {
          activityName: t('farm:activity.choices.activityKind.feed'),
          activityKind: 'feed',
          areaId,
          landId,
          batchId,
          doneAt: fedAt,
          materials: [{ productId, quantity, issueId: null }],
        } as const
        const answer = await call(activity.calls.create, { body: body as never }, { quiet: true })
        if (!('failed' in answer) || !answer.fields) return answer
        // An activity calls its inputs otherwise.
        const { doneAt, materials, ...others } = answer.fields
        return { ...answer, fields: { ...others, ...(doneAt ? { fedAt: doneAt } : {}), ...(materials ? { quantity: materials } : {}) } }
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
