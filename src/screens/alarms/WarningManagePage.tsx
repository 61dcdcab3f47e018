import { useTranslation } from 'react-i18next'
import { BaseTabs } from '#src/session/BaseTabs.tsx'
import { lazyPart } from '#src/ui/lazyPart.tsx'
import { AlarmTab } from './list/AlarmTab.tsx'

const parts = {
  alarms: AlarmTab,
  rules: lazyPart(() => import('./rules/RuleTab.tsx').then(({ RuleTab }) => ({ default: RuleTab }))),
  silences: lazyPart(() => import('./silences/SilenceTab.tsx').then(({ SilenceTab }) => ({ default: SilenceTab }))),
  report: lazyPart(() => import('./report/ReportTab.tsx').then(({ ReportTab }) => ({ default: ReportTab }))),
}

/** The alarms of a base, the rules that raise them, the times in which nobody is told, and how many there were. */
export default function WarningManagePage() {
  const { t } = useTranslation()
  return <BaseTabs id="alarm" title={t('alarms:title')} lead={t('alarms:lead')} parts={parts} wordOf={(name) => t(`alarms:tab.${name}`)} />
}
