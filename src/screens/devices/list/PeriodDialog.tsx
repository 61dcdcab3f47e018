import { useTranslation } from 'react-i18next'
import type { Device } from '#contract/devices/device'
import { gatewayCalls } from '#contract/devices/gateway'
import { call } from '#src/api/call.ts'
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
      onSave={(reportingMinutes) => call(gatewayCalls.configure, { params: { id: of.id }, body: { reportingMinutes } }, { quiet: true })}
      onSaved={({ asked }) => {
        toast(asked ? 'success' : 'warning', t(asked ? 'devices:period.told' : 'devices:period.later'))
        onSaved()
      }}
    />
  )
}
