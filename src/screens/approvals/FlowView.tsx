import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type ApprovalNode, type ApproverRule, approvalForms, type ConditionTerm } from '#contract/approvals/definition'
import { formatValue } from '#src/charts/formatValue.ts'
import type { FlowPeople } from './useFlowPeople.ts'

/** What each comparison of a condition is with. */
export const factKinds: Readonly<Record<string, 'amount' | 'id'>> = approvalForms.aplionform.facts
export type FactName = keyof typeof approvalForms.aplionform.facts
const nameIn = (list: FlowPeople['people'], id: number) => list.find((one) => one.id === id)?.name

function useSaid({ people, roles, areas }: FlowPeople) {
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
        factKinds[fact] === 'id' ? (nameIn(fact === 'areaId' ? areas : people, value) ?? unknown) : formatValue(value, i18n.language)
      return `${t(`approvals:definition.fact.${fact as FactName}`)} ${t(`approvals:definition.is.${is}`)} ${shown}`
    },
  }
}

/** A flow as it is read: its nodes in order, with the ways of each condition below it. */
export function FlowView({ nodes, people, inner = false }: { nodes: readonly ApprovalNode[]; people: FlowPeople; inner?: boolean }) {
  const { t } = useTranslation()
  const { who, term } = useSaid(people)
  if (nodes.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(inner ? 'approvals:definition.node.empty' : 'approvals:definition.node.noNodes')}
      </Typography>
    )
  return (
    <Stack component="ol" sx={{ m: 0, p: 0, gap: 1, listStyle: 'none' }}>
      {nodes.map((node) => (
        <Box component="li" key={node.id} sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5 }}>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{node.name}</Typography>
            <Chip size="small" label={t(`approvals:definition.kind.${node.kind}`)} />
          </Stack>
          {node.kind === 'CONDITION' ? (
            <Stack sx={{ gap: 1.5, mt: 1 }}>
              {[...node.branches, { when: [], nodes: node.otherwise }].map(({ when, nodes: then }, at) => (
                <Box key={at} sx={{ pl: 1.5, borderLeft: 2, borderColor: 'divider' }}>
                  <Typography variant="body2" sx={{ mb: 0.75, color: 'text.secondary' }}>
                    {when.length === 0 ? t('approvals:definition.condition.otherwise') : when.map(term).join(t('approvals:timeline.and'))}
                  </Typography>
                  <FlowView nodes={then} people={people} inner />
                </Box>
              ))}
            </Stack>
          ) : (
            <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {who(node.who)}
              {node.timeout &&
                ` · ${t('approvals:definition.timeout.said', { hours: node.timeout.hours, act: t(`approvals:definition.timeout.${node.timeout.act}`) })}`}
            </Typography>
          )}
        </Box>
      ))}
    </Stack>
  )
}
