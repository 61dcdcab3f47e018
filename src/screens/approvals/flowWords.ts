import { useTranslation } from 'react-i18next'
import type { ApproverRule, ConditionTerm, FactName } from '#contract/approvals/definition'
import { formatValue } from '#src/charts/formatValue.ts'
import type { FlowPeople } from './useFlowPeople.ts'

const nameIn = (list: FlowPeople['people'], id: number) => list.find((one) => one.id === id)?.name

/** What of a flow stands for people, roles and bases, in words. */
export function useFlowWords({ people, roles, areas }: FlowPeople) {
  const { t, i18n } = useTranslation()
  const unknown = t('approvals:definition.unknown')
  return {
    who: (rule: ApproverRule): string => {
      if (rule.by === 'user') return rule.userIds.map((id) => nameIn(people, id) ?? unknown).join(t('approvals:timeline.and'))
      if (rule.by === 'role') return t('approvals:definition.ofRole', { name: nameIn(roles, rule.roleId) ?? unknown })
      if (rule.by === 'leader') return t('approvals:definition.ofLeader', { count: rule.level })
      return t('approvals:definition.by.initiator')
    },
    term: ({ fact, is, value }: ConditionTerm): string => {
      const shown =
        fact === 'areaId' || fact === 'applicantId'
          ? (nameIn(fact === 'areaId' ? areas : people, value) ?? unknown)
          : formatValue(value, i18n.language)
      return `${t(`approvals:definition.fact.${fact as FactName}`)} ${t(`approvals:definition.is.${is}`)} ${shown}`
    },
  }
}
