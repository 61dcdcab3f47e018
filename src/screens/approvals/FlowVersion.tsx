import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Definition, ForeseenNode } from '#contract/approvals/definition'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { FlowGraph } from './FlowGraph.tsx'
import { FlowTrial } from './FlowTrial.tsx'
import type { FlowPeople } from './useFlowPeople.ts'

/** One version of a flow as it is read, with who would decide by it. */
export function FlowVersion({ of, people, trial = true }: { of: Definition; people: FlowPeople; trial?: boolean }) {
  const { t } = useTranslation()
  const { id, name, version, isCurrent, whenNobody, whenApplicant, nodes, running } = of
  const [way, setWay] = useState<readonly ForeseenNode[]>()
  const settings = [
    t('crud:pair', { one: t('approvals:definition.whenNobody.label'), two: t(`approvals:definition.whenNobody.${whenNobody}`) }),
    t('crud:pair', { one: t('approvals:definition.whenApplicant.label'), two: t(`approvals:definition.whenApplicant.${whenApplicant}`) }),
    ...(running > 0 ? [t('approvals:graph.running', { count: running })] : []),
  ]
  return (
    <Section title={name} aside={<VersionMark version={version} isCurrent={isCurrent} />}>
      <Stack sx={{ gap: 2 }}>
        <SecondaryText>{settings.join(' · ')}</SecondaryText>
        {nodes.length === 0 && <SecondaryText variant="body1">{t('approvals:definition.node.noNodes')}</SecondaryText>}
        <FlowGraph nodes={nodes} people={people} way={way} />
        {trial && <FlowTrial key={id} of={of} people={people} onWay={setWay} />}
      </Stack>
    </Section>
  )
}

export function VersionMark({ version, isCurrent }: { version: number; isCurrent: boolean }) {
  const { t } = useTranslation()
  const words = t('approvals:definition.version', { version })
  return isCurrent ? (
    <Chip size="small" color="success" variant="outlined" label={`${words} · ${t('approvals:definition.inForce')}`} />
  ) : (
    <Chip size="small" variant="outlined" label={words} />
  )
}
