import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { presence as presences } from '#contract/devices/device'
import type { DeviceType } from '#contract/devices/deviceType'
import { areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import type { Filter } from '#src/ui/FilterBar.tsx'
import { ENABLED_WORDS } from './filters.ts'

/** The filters of a list of devices; one over all bases (`everywhere`) is narrowed by base, too: `chosen` is what it says now. */
export function useFilters(types: readonly DeviceType[], everywhere: boolean, chosen: string | undefined): readonly Filter[] {
  const { t } = useTranslation()
  const bases = useCall(areaCalls.page, { query: { page: 0, size: 0 } }, { enabled: everywhere, staleTime: 60_000 })
  return useMemo(() => {
    const type = { name: 'type', label: t('devices:gateway.fields.deviceType') }
    const base = { name: 'base', label: t('devices:gateway.fields.areaId') }
    const known = (bases.data?.content ?? []).map((one) => ({ value: String(one.areaId), label: one.areaName }))
    // Chosen by the address: one that is not read yet, or that the reader may not see.
    const isUnknown = chosen !== undefined && known.every(({ value }) => value !== chosen)
    const unknown = isUnknown ? [{ value: chosen, label: t('devices:manager.unknownBase', { id: chosen }) }] : []
    return [
      { name: 'name', label: t('devices:gateway.fields.name') },
      { name: 'eui', label: t('devices:gateway.fields.eui') },
      ...(types.length > 1 ? [{ ...type, options: types.map((value) => ({ value, label: t(`devices:type.${value}`) })) }] : []),
      ...(everywhere ? [{ ...base, options: [...known, ...unknown] }] : []),
      ...(everywhere ? [{ name: 'firmware', label: t('devices:firmware.version') }] : []),
      {
        name: 'presence',
        label: t('devices:gateway.presence'),
        options: presences.options.map((value) => ({ value, label: t(`devices:presence.${value}`) })),
      },
      {
        name: 'enabled',
        label: t('devices:gateway.fields.enabledFlag'),
        options: ENABLED_WORDS.map((value) => ({ value, label: t(`devices:enabled.${value}`) })),
      },
    ]
  }, [t, types, everywhere, bases.data, chosen])
}
