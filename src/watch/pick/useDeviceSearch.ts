import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Device, deviceCalls } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'
import { useSearch } from '#src/ui/useSearch.ts'

/** How many are offered at once; typing narrows them. */
const SHOWN = 20
const NONE: readonly Device[] = []

/** Devices of a base, or of all, found by typing a part of their name or number; `input` is what an Autocomplete is given for it. */
export function useDeviceSearch(areaId: number | undefined) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useSearch(typed)
  const found = useCall(
    deviceCalls.tenantAll,
    { query: { page: 1, size: SHOWN, areaId, ...(search === '' ? {} : { find: search }) } },
    { placeholderData: keepPreviousData },
  )
  return {
    devices: found.data?.content ?? NONE,
    input: {
      loading: found.isFetching,
      loadingText: t('frame:loading'),
      noOptionsText: t('alarms:pick.noDevice'),
      // The server has narrowed them.
      filterOptions: <Option>(offered: Option[]) => offered,
      onInputChange: (_: unknown, next: string, why: string) => setTyped(why === 'input' ? next : ''),
    },
  }
}
