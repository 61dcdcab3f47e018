import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull } from '#contract/core/document'
import { landSafetyCalls } from '#contract/inventory/landSafety'
import { materialShipment } from '#contract/inventory/materialShipment'
import { useCall } from '#src/api/useCall.ts'
import { SafetyRows } from '#src/documents/SafetyRows.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'
import { dayText } from '#src/time/moment.ts'
import { Section } from '#src/ui/Section.tsx'
import { progressColumns } from '../progressColumns.tsx'

const LineProgress = progressColumns(materialShipment)

/** What stood on the plot of an issue, what the plot remembers of it, and how far each line is. */
export function IssuedPlot({ of }: { of: Pick<AnyDocumentFull, 'id' | 'progress' | 'lines'> }) {
  const { t } = useTranslation()
  const plot = useCall(landSafetyCalls.ofIssue, { params: { id: of.id } }, { staleTime: 0 })
  return (
    <>
      <LineProgress of={of} />
      <Section title={t('inventory:materialShipment.plot.title')}>
        <ListGate compact query={plot} rows={2}>
          {({ period, safety }) => (
            <>
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {t('inventory:materialShipment.plot.period')}
              </Typography>
              <Typography variant="body2" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
                <Period of={period} />
              </Typography>
              <SafetyRows rows={safety} />
            </>
          )}
        </ListGate>
      </Section>
    </>
  )
}

function Period({ of }: { of: { varietyName: string; startedAt: number; endedAt: number | null } | null }) {
  const { t } = useTranslation()
  if (of === null) return t('inventory:materialShipment.plot.free')
  const { varietyName: variety, startedAt, endedAt } = of
  return endedAt === null
    ? t('inventory:materialShipment.plot.since', { variety, day: dayText(startedAt) })
    : t('inventory:materialShipment.plot.span', { variety, from: dayText(startedAt), to: dayText(endedAt) })
}
