import TrendIcon from '@mui/icons-material/ShowChart'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LAMP_TYPES, PEST } from '#contract/insects/insectType'
import type { Device } from '#contract/devices/device'
import type { ListedPage } from '#contract/devices/pages'
import { usePermission } from '#src/session/usePermission.ts'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import type { RowAction } from '#src/ui/ListTable.tsx'
import type { Listed } from './cells.tsx'

const TrendDialog = lazyPart(() => import('#src/insects/TrendDialog.tsx').then((module) => ({ default: module.TrendDialog })))

/** On a page of lamps, the way from a row to the insects of its lamp over time. */
export function useTrend(page: ListedPage | null): { readonly actions: readonly RowAction<Listed>[]; readonly window: ReactNode } {
  const { t } = useTranslation()
  const may = usePermission(PEST) === true
  const [lamp, setLamp] = useState<Device | null>(null)
  if (!may || (page !== 'pest' && page !== 'pest-lamp')) return { actions: [], window: null }
  const isLamp = ({ deviceType }: Device) => LAMP_TYPES.some((type) => type === deviceType)
  return {
    actions: [{ name: 'trend', label: t('insects:trend.title'), icon: <TrendIcon />, shown: isLamp, run: setLamp }],
    window: lamp && (
      <Suspense fallback={null}>
        <TrendDialog lamp={lamp} onClose={() => setLamp(null)} />
      </Suspense>
    ),
  }
}
