import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AUDIT_STATUSES } from '#contract/core/document'
import { areaCalls } from '#contract/farm/area'
import { type ResourceName, resources } from '#contract/resources'
import { callQuery, useCall } from '#src/api/useCall.ts'
import type { Filter } from '#src/ui/FilterBar.tsx'
import type { DocumentKind } from './arrangement.ts'
import { useDocumentWords } from './useDocumentWords.ts'

const EVERY_AREA = { page: 1, size: 0, organizationType: 'area' }
/** As many records as a filter by reference offers. */
const OFFERED = { size: 200 }

/**
 * What a list of documents can be narrowed by: what every document has, and after it what the kind's arrangement names. A list of one base
 * chooses none, and offers what stands there.
 */
export function useFilters({ document: of, arrangement: { filters = [] } }: DocumentKind, areaId?: number): Filter[] {
  const { t } = useTranslation()
  const words = useDocumentWords(of)
  const areas = useCall(areaCalls.page, { query: EVERY_AREA }, { enabled: areaId === undefined })
  const offered = useQueries({
    queries: filters.map((name) => {
      const { kind, target } = of.header[name]!
      // A filter that is no reference asks for nothing.
      const resource = kind === 'reference' ? (target as ResourceName) : 'area'
      return { ...callQuery(resources[resource].calls.options, { query: { ...OFFERED, areaId } }), enabled: kind === 'reference' }
    }),
    combine: (all) => all.map(({ data }) => data?.content ?? []),
  })
  return useMemo<Filter[]>(
    () => [
      { name: 'code', label: words.label('code') },
      {
        name: 'auditStatus',
        label: words.label('auditStatus'),
        options: AUDIT_STATUSES.map((value) => ({ value, label: t(`documents:status.${value}`) })),
      },
      { name: 'applicant', label: words.label('applicant') },
      ...(areaId === undefined
        ? [
            {
              name: 'areaId',
              label: words.label('areaId'),
              options: (areas.data?.content ?? []).map((one) => ({ value: String(one.areaId), label: one.areaName })),
            },
          ]
        : []),
      { name: 'mine', label: t('documents:filter.mine'), options: [{ value: '1', label: t('documents:filter.mineOnly') }] },
      { name: 'startDate', label: t('documents:filter.startDate'), day: true },
      { name: 'endDate', label: t('documents:filter.endDate'), day: true },
      ...filters.map((name, at): Filter => {
        const field = of.header[name]!
        const label = words.label(name)
        if (field.kind === 'day') return { name, label, day: true }
        if (field.kind === 'reference')
          return { name, label, options: offered[at]!.map(({ id, title }) => ({ value: String(id), label: title })) }
        return field.kind === 'choice'
          ? { name, label, options: words.options(name, field).map((one) => ({ value: String(one.value), label: one.label })) }
          : { name, label }
      }),
    ],
    [t, words, areas.data, offered, filters, of, areaId],
  )
}
