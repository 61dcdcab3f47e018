import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COSTS } from '#contract/farm/costCodes'
import { worker } from '#contract/farm/worker'
import { type WorkerRate, workerRate, workerRateCalls } from '#contract/farm/workerRate'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useConfirm } from '#src/ui/Confirm.tsx'
import { moneyText } from '#src/ui/money.ts'
import { toast } from '#src/ui/toast.ts'
import { BookForm } from './BookForm.tsx'
import { BookSection } from './BookSection.tsx'

/** What an hour of a worker costs from day to day, for who may see that. */
export function WorkerRates({ workerId }: { workerId: number }) {
  return usePermission(COSTS) === true ? <Rates workerId={workerId} /> : null
}

function Rates({ workerId }: { workerId: number }) {
  const { t, i18n } = useTranslation()
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const read = useCall(workerRateCalls.page, { query: { workerId } }, { staleTime: 0 })
  const mayWrite = usePermission(worker.codes.edit) === true
  const [edited, edit] = useState<WorkerRate | 'new' | null>(null)
  const reread = () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(workerRateCalls.page) })
  const today = read.data?.today
  const now = read.data?.content.find(({ validFrom }) => today !== undefined && validFrom <= today)
  const row = edited === 'new' ? null : edited

  const remove = async ({ id, objectVersionNumber, validFrom: day }: WorkerRate) => {
    const asked = { title: t('farm:workerRate.removeTitle', { day }), text: t('crud:deleteText'), confirm: t('crud:delete') }
    if (!(await confirm({ ...asked, color: 'error' }))) return
    if (!isFailure(await call(workerRateCalls.remove, { body: { id, objectVersionNumber } })))
      toast('success', t('farm:workerRate.removed'))
    reread()
  }
  return (
    <>
      <BookSection
        title={t('farm:workerRate.title')}
        add={mayWrite ? t('farm:workerRate.add') : undefined}
        onAdd={() => edit('new')}
        none={t('farm:workerRate.none')}
        read={read}
        summary={
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('farm:workerRate.lead')}
          </Typography>
        }
        row={(one) => (
          <Typography variant="body2">
            {t('farm:workerRate.row', { day: one.validFrom, amount: moneyText(one.hourly, i18n.language) })}
            {one.id === now?.id && ` · ${t('farm:workerRate.now')}`}
          </Typography>
        )}
        edit={(one) => (mayWrite ? { label: t('farm:workerRate.editOne', { day: one.validFrom }), run: () => edit(one) } : null)}
        remove={(one) => (mayWrite ? { label: t('farm:workerRate.removeOne', { day: one.validFrom }), run: () => void remove(one) } : null)}
      />
      {edited !== null && (
        <BookForm
          of={workerRate}
          row={row}
          initial={{ validFrom: today }}
          title={t(row ? 'farm:workerRate.edit' : 'farm:workerRate.add')}
          saved={t('farm:workerRate.saved')}
          layout={[['validFrom', 'hourly']]}
          save={(values) => {
            const seen = { id: row?.id ?? null, objectVersionNumber: row?.objectVersionNumber ?? null }
            return call(workerRateCalls.save, { body: { ...values, ...seen, workerId } as never }, { quiet: true })
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
