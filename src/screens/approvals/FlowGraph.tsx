import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalNode, ForeseenNode } from '#contract/approvals/definition'
import { useFlowWords } from './flowWords.ts'
import type { FlowPeople } from './useFlowPeople.ts'

const WIDE = 232
/** What is not on the way is still read. */
const FAINT = 0.45

interface Given {
  readonly people: FlowPeople
  /** The nodes that a document would go through, where somebody asked: all others stand back. */
  readonly way?: readonly ForeseenNode[] | undefined
}

/** A flow as a graph from above to below: its nodes in order, the ways of each condition beside each other. */
export function FlowGraph({ nodes, ...given }: Given & { nodes: readonly ApprovalNode[] }) {
  const { t } = useTranslation()
  return (
    <Box
      component="fieldset"
      sx={{ overflowX: 'auto', border: 0, m: 0, p: 0, pb: 1, minWidth: 0 }}
      tabIndex={0}
      aria-label={t('approvals:definition.flow')}
    >
      <Stack sx={{ alignItems: 'center', minWidth: 'min-content' }}>
        <Chip size="small" variant="outlined" label={t('approvals:graph.submitted')} />
        <Line />
        <Nodes nodes={nodes} {...given} />
        <Chip size="small" variant="outlined" color="success" label={t('approvals:graph.approved')} />
      </Stack>
    </Box>
  )
}

const Line = () => <Box aria-hidden sx={{ width: 2, height: 18, bgcolor: 'text.disabled' }} />

function Nodes({ nodes, ...given }: Given & { nodes: readonly ApprovalNode[] }) {
  return (
    <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none', alignItems: 'center' }}>
      {nodes.map((node) => (
        <Stack component="li" key={node.id} sx={{ alignItems: 'center' }}>
          {node.kind === 'CONDITION' ? <Fork node={node} {...given} /> : <Step node={node} {...given} />}
          <Line />
        </Stack>
      ))}
    </Stack>
  )
}

function Card({
  node: { name, kind },
  faint,
  marked,
  children,
}: {
  node: ApprovalNode
  faint?: boolean
  marked?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        width: WIDE,
        p: 1.25,
        border: marked ? 2 : 1,
        borderStyle: kind === 'CC' ? 'dashed' : 'solid',
        borderColor: marked ? 'primary.main' : 'divider',
        borderRadius: kind === 'CONDITION' ? 4 : 1.5,
        bgcolor: kind === 'CONDITION' ? 'action.hover' : 'background.paper',
        opacity: faint ? FAINT : 1,
      }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Chip size="small" label={t(`approvals:definition.kind.${kind}`)} />
      </Stack>
      {children}
    </Box>
  )
}

function Step({ node, people, way }: Given & { node: Exclude<ApprovalNode, { kind: 'CONDITION' }> }) {
  const { t } = useTranslation()
  const { who } = useFlowWords(people)
  const there = way?.find(({ nodeId }) => nodeId === node.id)
  const { timeout } = node
  return (
    <Card node={node} faint={way !== undefined && !there} marked={there !== undefined}>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {who(node.who)}
        {timeout &&
          ` · ${t('approvals:definition.timeout.said', { hours: timeout.hours, act: t(`approvals:definition.timeout.${timeout.act}`) })}`}
      </Typography>
      {there && (
        <Typography variant="body2" sx={{ mt: 0.5, fontWeight: 600, color: there.outcome === 'nobody' ? 'error.main' : 'primary.main' }}>
          {there.people.length > 0
            ? there.people.map(({ realName }) => realName).join(t('approvals:timeline.and'))
            : t(`approvals:graph.outcome.${there.outcome}`)}
        </Typography>
      )}
    </Card>
  )
}

function Fork({ node, people, way }: Given & { node: Extract<ApprovalNode, { kind: 'CONDITION' }> }) {
  const { t } = useTranslation()
  const { term } = useFlowWords(people)
  const ways = [...node.branches, { when: [], nodes: node.otherwise }]
  const bar = (at: 'top' | 'bottom', place: number) => ({
    content: '""',
    position: 'absolute',
    [at]: 0,
    left: place === 0 ? '50%' : 0,
    right: place === ways.length - 1 ? '50%' : 0,
    height: '2px',
    bgcolor: 'text.disabled',
  })
  return (
    <>
      <Card node={node} />
      <Line />
      <Stack direction="row" component="ul" sx={{ m: 0, p: 0, listStyle: 'none', alignItems: 'stretch' }}>
        {ways.map(({ when, nodes }, at) => (
          <Stack
            key={at}
            component="li"
            sx={{ alignItems: 'center', px: 1.5, position: 'relative', '&::before': bar('top', at), '&::after': bar('bottom', at) }}
          >
            <Line />
            <Typography variant="body2" sx={{ width: WIDE, textAlign: 'center', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {when.length === 0 ? t('approvals:definition.condition.otherwise') : when.map(term).join(t('approvals:timeline.and'))}
            </Typography>
            <Line />
            {nodes.length === 0 ? (
              <Typography variant="caption" sx={{ width: WIDE, textAlign: 'center', color: 'text.secondary' }}>
                {t('approvals:definition.node.empty')}
              </Typography>
            ) : (
              <Nodes nodes={nodes} people={people} way={way} />
            )}
            <Box aria-hidden sx={{ flex: 1, width: 2, minHeight: 8, bgcolor: 'text.disabled' }} />
          </Stack>
        ))}
      </Stack>
    </>
  )
}
