import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { neededReference } from '#contract/core/field'
import type { DefaultStore } from '#contract/inventory/inventoryOption'
import { areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import { type InputProps, ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { ListGate } from '#src/ui/ListGate.tsx'

const EVERY = { page: 1, size: 0, organizationType: 'area' }
const STORE = { ...neededReference('store'), required: false }
/** One that was just chosen is known by its id alone. */
type Chosen = Pick<DefaultStore, 'areaId' | 'storeId'> & Partial<DefaultStore>

/** The default store of each base: a line a base, which offers the stores that stand in it. */
export function DefaultStoresInput({ name, value, fault, disabled, onChange, onBlur }: InputProps) {
  const { t } = useTranslation()
  const areas = useCall(areaCalls.page, { query: EVERY })
  const chosen = (value ?? []) as readonly Chosen[]
  if (!areas.data) return <ListGate compact query={areas} rows={2} height={56} />
  if (areas.data.content.length === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{t('inventory:inventoryOption.noBases')}</Typography>
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(260px, 1fr))' } }}>
        {areas.data.content.map(({ areaId, areaName }) => {
          const at = chosen.find((one) => one.areaId === areaId)
          return (
            <ReferenceInput
              key={areaId}
              name={`${name}.${areaId}`}
              label={areaName}
              field={STORE}
              within={areaId}
              value={at?.storeId ?? null}
              options={at?.storeName === undefined ? [] : [{ value: at.storeId, label: at.storeName }]}
              fault={undefined}
              disabled={disabled}
              onBlur={onBlur}
              onChange={(storeId) =>
                onChange([
                  ...chosen.filter((one) => one.areaId !== areaId),
                  ...(storeId === null ? [] : [{ areaId, storeId: storeId as number }]),
                ])
              }
            />
          )
        })}
      </Box>
      {fault !== undefined && <FormHelperText error>{fault}</FormHelperText>}
    </Stack>
  )
}
