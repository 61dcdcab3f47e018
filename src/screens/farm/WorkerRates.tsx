import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { COSTS } from '#contract/farm/costCodes'
import { worker } from '#contract/farm/worker'
import { workerRate, workerRateCalls } from '#contract/farm/workerRate'
import { useCall } from '#src/api/useCall.ts'
import { useSettle } from '#src/forms/useSettle.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { moneyText } from '#src/ui/money.ts'
import { BookSection } from './BookSection.tsx'

/** What an hour of a worker costs from day to day, for who may see that. */
export function WorkerRates({ workerId }: { workerId: number }) {
  return usePermission(COSTS) === true ? <Rates workerId={workerId} /> : null
}

function Rates({ workerId }: { workerId: number }) {
  const { t, i18n } = useTranslation()
  const read = useCall(workerRateCalls.page, { query: { workerId } }, { staleTime: 0 })
  const mayWrite = usePermission(worker.codes.edit) === true
  const { reread } = useSettle([workerRateCalls.page])
  const today = read.data?.today
  const now = read.data?.content.find(({ validFrom }) => today !== undefined && validFrom <= today)
  return (
    <BookSection
      name="workerRate"
      owner={{ workerId }}
      read={read}
      calls={workerRateCalls}
      mayWrite={mayWrite}
      onChanged={reread}
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
      called={({ validFrom: day }) => ({ day })}
      form={() => ({ of: workerRate, initial: { validFrom: today }, layout: [['validFrom', 'hourly']] })}
    />
  )
}
