import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '#contract/core/field'
import { asWordKey } from '../i18n/i18n.ts'
import type { Option } from './fieldKinds.tsx'

/** What words need of a resource. */
export interface Worded {
  readonly name: string
  readonly area: string
  readonly fields: Readonly<Record<string, Field>>
  /** What a derived fact may be, by its name. */
  readonly states?: Readonly<Record<string, readonly string[]>>
}

/** The words of a resource, by the names in its declaration. */
export function useWords(of: Worded) {
  const { t } = useTranslation()
  return useMemo(() => {
    const word = (path: string) => t(asWordKey(`${of.area}:${of.name}.${path}`)) as string
    const options = (name: string): readonly Option[] =>
      (of.fields[name]?.choices ?? of.states?.[name] ?? []).map((value) => ({ value, label: word(`choices.${name}.${value}`) }))
    return {
      title: word('title'),
      lead: word('lead'),
      one: word('one'),
      label: (name: string) => word(`fields.${name}`),
      options,
      /** What a list can be narrowed by, as query text. */
      narrowing: (name: string): readonly Option[] =>
        of.fields[name]?.kind === 'flag'
          ? ['1', '0'].map((value) => ({ value, label: t(value === '1' ? 'crud:yes' : 'crud:no') }))
          : options(name),
    }
  }, [of, t])
}
