import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import { asWordKey } from '../i18n/i18n.ts'
import type { Option } from './fieldKinds.tsx'

/** The words of a resource, by the names in its declaration. */
export function useWords(of: Pick<AnyResource, 'name' | 'area' | 'fields'>) {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const word = (path: string) => t(asWordKey(`${of.area}:${of.name}.${path}`)) as string
    return {
      title: word('title'),
      lead: word('lead'),
      one: word('one'),
      label: (field: string) => word(`fields.${field}`),
      /** What the server says beside the fields: a choice by its word, anything else as it is. */
      said: (name: string, value: unknown): string => {
        const text = value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
        const path = `choices.${name}.${text}`
        return i18n.exists(`${of.area}:${of.name}.${path}`) ? word(path) : text
      },
      options: (field: string): readonly Option[] => {
        const { kind, choices = [] } = of.fields[field] ?? {}
        if (kind === 'flag') return [1, 0].map((value) => ({ value: String(value), label: t(value === 1 ? 'crud:yes' : 'crud:no') }))
        return choices.map((value) => ({ value, label: word(`choices.${field}.${value}`) }))
      },
    }
  }, [of, t, i18n])
}
