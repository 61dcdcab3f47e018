import { useTranslation } from 'react-i18next'
import { BaseTabs } from '#src/session/BaseTabs.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { FlowTab } from './list/FlowTab.tsx'

const parts = {
  flows: FlowTab,
  runs: lazyPart(() => import('./runs/RunTab.tsx').then(({ RunTab }) => ({ default: RunTab }))),
}

/** The flows of a base, and what they did. */
export default function FlowsPage() {
  const { t } = useTranslation()
  return <BaseTabs id="flow" title={t('flows:title')} lead={t('flows:lead')} parts={parts} wordOf={(name) => t(`flows:tab.${name}`)} />
}
