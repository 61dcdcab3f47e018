import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#contract/core/resource'
import type { Arrangement } from './arrangement.ts'
import { InBase } from './InBase.tsx'
import { RecordsPage } from './RecordsPage.tsx'
import { useWords } from './useWords.ts'

/** A resource as a screen: its list, and what is done from there. */
export function crudScreen<R extends AnyResource>(resource: R, given: Arrangement<R>) {
  const of: AnyResource = resource
  const arrangement = given as unknown as Arrangement
  return function ResourceScreen() {
    const { t } = useTranslation()
    const { title } = useWords(of)
    return (
      <InBase of={of} title={given.some ? t(given.some.title) : title}>
        {(area) => <RecordsPage of={of} area={area} arrangement={arrangement} />}
      </InBase>
    )
  }
}
