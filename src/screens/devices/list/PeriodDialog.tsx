import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { gatewayCalls } from '#contract/devices/gateway'
import { call, isFailure } from '#src/api/call.ts'
import { reasonOf } from '#src/ui/tipFor.ts'
import { toast } from '#src/ui/toast.ts'
import { PeriodForm } from './PeriodForm.tsx'

const MINUTE = 60_000

/** Sets how often a device reports and tells it. */
export function PeriodDialog({ of, onClose, onSaved }: { of: Device; onClose: () => void; onSaved: () => void }) {
  const { t } = useTranslation()
  return (
    <PeriodForm
      title={t('crud:pair', { one: t('devices:period.title'), two: of.name })}
      draft={`period ${of.id}`}
      start={String(Math.max(1, Math.round(of.reportingPeriod / MINUTE)))}
      onClose={onClose}
      onSave={async (reportingMinutes) => {
        const answer = await call(gatewayCalls.configure, { params: { id: of.id }, body: { reportingMinutes } }, { quiet: true })
        if (isFailure(answer)) return answer.fields?.reportingMinutes ?? reasonOf(answer)
        toast(answer.asked ? 'success' : 'warning', t(answer.asked ? 'devices:period.told' : 'devices:period.later'))
        onSaved()
        return null
      }}
    />
  )
}
