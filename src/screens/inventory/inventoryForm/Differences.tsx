import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import type { AnyDocumentFull } from '#contract/core/document'
import { stocktakingCalls } from '#contract/inventory/inventoryForm'
import { useCall } from '#src/api/useCall.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Section } from '#src/ui/Section.tsx'
import { DifferenceTable } from './DifferenceTable.tsx'

/** What was counted against what the ledger said when each count was written. */
export function Differences({ of }: { of: AnyDocumentFull }) {
  const { t } = useTranslation()
  const query = useCall(stocktakingCalls.differences, { params: { id: of.id } }, { staleTime: 0 })
  return (
    <Section title={t('inventory:inventory_form.differences.title')} flush>
      {query.data?.blind ? (
        <Alert severity="info" sx={{ mx: 2, mb: 2 }}>
          {t('inventory:inventory_form.differences.blind')}
        </Alert>
      ) : (
        <ListGate compact query={query} rows={4}>
          {({ lines }) => <DifferenceTable lines={lines} />}
        </ListGate>
      )}
    </Section>
  )
}
