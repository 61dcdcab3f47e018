import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyDocument } from '#contract/core/document'
import type { Field } from '#contract/core/field'
import type { Option } from '#src/crud/fieldKinds.tsx'
import { asWordKey } from '#src/i18n/i18n.ts'

/** The words of a kind of document, by the names in its declaration; where it has none of its own, those of every document. */
export function useDocumentWords(of: Pick<AnyDocument, 'area' | 'name'>) {
  const { t } = useTranslation()
  return useMemo(() => {
    const own = (path: string) => asWordKey(`${of.area}:${of.name}.${path}`)
    const word = (path: string) => t(own(path)) as string
    const wordOrCommon = (path: string) => t([own(path), asWordKey(`documents:${path}`)]) as string
    return {
      title: word('title'),
      addTitle: word('addTitle'),
      editTitle: word('editTitle'),
      infoTitle: word('infoTitle'),
      lead: word('lead'),
      add: word('add'),
      empty: word('empty'),
      /** Of a field of the header, or of another fact. */
      label: (name: string) => wordOrCommon(`fields.${name}`),
      lineLabel: (name: string) => wordOrCommon(`line.${name}`),
      options: (name: string, { choices = [] }: Pick<Field, 'choices'>): readonly Option[] =>
        choices.map((value) => ({ value, label: word(`choices.${name}.${value}`) })),
    }
  }, [of, t])
}
