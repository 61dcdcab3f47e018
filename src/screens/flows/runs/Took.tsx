import { useTranslation } from 'react-i18next'
import { clockSpan } from '#src/flows/clockSpan.ts'
import { useNow } from '#src/ui/useNow.ts'

function SoFar({ from }: { from: number }) {
  const { t } = useTranslation()
  return t('flows:run.goesOn', { span: clockSpan(useNow(1000) - from) })
}

/** How long a run took, or goes on by now (ms UTC); nothing where it did not begin. */
export function Took({ from, to }: { from: number | null; to: number | null }) {
  const { t } = useTranslation()
  if (from === null) return t('crud:none')
  return to === null ? <SoFar from={from} /> : clockSpan(to - from)
}
