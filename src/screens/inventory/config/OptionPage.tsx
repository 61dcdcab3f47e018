import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { inventoryOption, type InventoryOptionAnswer, inventoryOptionCalls } from '#contract/inventory/inventoryOption'
import { OPTION } from '#contract/inventory/codes'
import { call, isFailure } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { ResourceForm } from '#src/crud/ResourceForm.tsx'
import { useWords } from '#src/crud/useWords.ts'
import { StaleNote } from '#src/forms/StaleNote.tsx'
import { useHeldVersion } from '#src/forms/useHeldVersion.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { ListGate } from '#src/ui/ListGate.tsx'
import { Page } from '#src/ui/Page.tsx'
import { toast } from '#src/ui/toast.ts'
import { DefaultStoresInput } from './DefaultStoresInput.tsx'

const part = <Part extends 'keeping' | 'receiving' | 'lots' | 'period' | 'stores', Name extends string>(
  name: Part,
  ...rows: readonly (readonly Name[])[]
) => ({ title: `inventory:inventoryOption.parts.${name}`, hint: `inventory:inventoryOption.hints.${name}`, rows }) as const
const LAYOUT = [
  part('keeping', ['negativeFlag']),
  part('receiving', ['overReceiptPercent', 'receiptValue']),
  part('lots', ['expiredFlag', 'expiringDays']),
  part('period', ['closedThrough']),
  part('stores', ['defaultStores']),
]
const INPUTS = { defaultStores: DefaultStoresInput }
const ALL = Object.keys(inventoryOption.fields) as (keyof typeof inventoryOption.fields)[]
const NONE = [] as const

/** What the inventory engine obeys: read by who opens the page, changed by who may. */
export default function OptionPage() {
  const { title, lead } = useWords(inventoryOption)
  const option = useCall(inventoryOptionCalls.get, {}, { staleTime: 0 })
  return (
    <Page title={title} lead={lead}>
      <ListGate query={option} rows={5} height={120}>
        {(newest) => <OptionForm newest={newest} />}
      </ListGate>
    </Page>
  )
}

/** While nothing is typed the form follows the server; else what was typed stays, and is laid over what somebody else saved when asked to. */
function OptionForm({ newest }: { newest: InventoryOptionAnswer }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const mayEdit = usePermission(OPTION.edit)
  const { shown, key, guard, isOlder, beginAnew } = useHeldVersion(newest)
  return (
    <>
      {mayEdit === false && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('inventory:inventoryOption.readOnly')}
        </Alert>
      )}
      <Box sx={{ '&:not(:empty)': { mb: 2 } }}>
        <StaleNote shown={isOlder} onReload={beginAnew} />
      </Box>
      <ResourceForm
        key={key}
        of={inventoryOption}
        id={null}
        initial={shown}
        layout={LAYOUT}
        inputs={INPUTS}
        fixed={mayEdit === true ? NONE : ALL}
        onPage
        guard={guard}
        onCancel={beginAnew}
        save={async (values) => {
          const body = { ...values, objectVersionNumber: shown.objectVersionNumber }
          const answer = await call(inventoryOptionCalls.save, { body }, { quiet: true })
          if (!isFailure(answer)) queryClient.setQueryData(queryKeyOf(inventoryOptionCalls.get, {}), answer)
          return answer
        }}
        onSaved={() => {
          toast('success', t('inventory:inventoryOption.saved'))
          beginAnew()
        }}
      />
    </>
  )
}
