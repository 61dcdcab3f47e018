import { useTheme } from '@mui/material/styles'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { insectTypeCalls } from '#contract/insects/insectType'
import { useCall } from '#src/api/useCall.ts'

/** Tones that are told apart on a light sheet and on dark insects. */
const TONES = ['#c2185b', '#1565c0', '#2e7d32', '#e65100', '#6a1b9a', '#00838f', '#8d6e00', '#ad1457', '#4527a0', '#00695c'] as const

/** The tenant's kinds of insects, with the name and colour of each: the same in every picture and chart. */
export function useKinds() {
  const { t } = useTranslation()
  const theme = useTheme()
  const query = useCall(insectTypeCalls.organization, { query: { page: 1, size: 0 } })
  const kinds = query.data?.content
  const byId = useMemo(() => new Map((kinds ?? []).map((kind, at) => [kind.id, { ...kind, color: TONES[at % TONES.length]! }])), [kinds])
  return {
    kinds: kinds ?? [],
    /** Those that a box or a note may be given now; what it has already stays with it. */
    offered: (now: number | null) => (kinds ?? []).filter(({ id, hidden }) => hidden === 0 || id === now),
    query,
    nameOf: (id: number | null) => (id === null ? t('insects:unclassified') : (byId.get(id)?.name ?? `#${id}`)),
    colorOf: (id: number | null) => (id === null ? theme.palette.grey[700] : (byId.get(id)?.color ?? TONES[id % TONES.length]!)),
  }
}
