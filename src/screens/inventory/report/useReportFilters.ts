import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { areaCalls } from '#contract/farm/area'
import { NO_CATEGORY } from '#contract/inventory/report'
import { store } from '#contract/inventory/store'
import { useCall } from '#src/api/useCall.ts'
import type { Filter } from '#src/ui/FilterBar.tsx'
import { CATEGORIES } from './reportAddress.ts'

const EVERY = { page: 1, size: 0 }

/** By what every part of the report is narrowed; `areaId` is the base whose stores are offered, all without it. */
export function useReportFilters(areaId: number | undefined): Filter[] {
  const { t } = useTranslation()
  const areas = useCall(areaCalls.page, { query: { ...EVERY, organizationType: 'area' } })
  const stores = useCall(store.calls.options, { query: { ...EVERY, ...(areaId === undefined ? {} : { areaId }) } })
  return useMemo(
    () => [
      { name: 'search', label: t('inventory:stock.filter.search') },
      {
        name: 'storeId',
        label: t('inventory:stock.filter.storeId'),
        options: (stores.data?.content ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
      },
      {
        name: 'category',
        label: t('inventory:report.fields.category'),
        options: CATEGORIES.map((value) => ({
          value,
          label: value === NO_CATEGORY ? t('inventory:report.noCategory') : t(`inventory:product.choices.category.${value}`),
        })),
      },
      {
        name: 'areaId',
        label: t('inventory:stock.filter.areaId'),
        options: (areas.data?.content ?? []).map(({ areaId: id, areaName }) => ({ value: String(id), label: areaName })),
      },
    ],
    [t, stores.data, areas.data],
  )
}
