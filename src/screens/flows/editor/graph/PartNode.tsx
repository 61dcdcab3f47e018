import LoopIcon from '@mui/icons-material/LoopOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Handle, type NodeProps, Position } from '@xyflow/react'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { AddStep, AddTrigger } from '../AddButtons.tsx'
import { NodeButton } from '../NodeButton.tsx'
import { ONLY } from '../draft/flowDraft.ts'
import type { FlowView } from '../view.ts'
import { describeBranch } from '../words.ts'
import { slotLabel } from '../slotLabel.ts'
import type { Placed } from './layout.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const View = createContext<FlowView | null>(null)
/** What the nodes of a graph are drawn from. */
export const Shown = View.Provider

const TEXT_LINES = 2
const WHOLE = { width: '100%', height: '100%' } as const

/** Where lines begin and end; nobody drags them. */
const UNSEEN = { opacity: 0, pointerEvents: 'none', width: 1, height: 1, minWidth: 0, minHeight: 0, border: 0 } as const

/** One node of the graph, with the ends of its lines. */
export function PartNode({ data }: NodeProps) {
  const view = useContext(View)
  if (view === null) return null
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} aria-hidden style={UNSEEN} />
      <Face of={(data as { placed: Placed }).placed} view={view} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} aria-hidden style={UNSEEN} />
    </>
  )
}

/** What is seen of a node, by its face. */
function Face({ of: { id, face }, view }: { of: Placed; view: FlowView }) {
  const { t } = useTranslation()
  const { editor, words } = view
  switch (face.kind) {
    case 'trigger':
      return <NodeButton of={face.key} view={view} lines={TEXT_LINES} sx={WHOLE} />
    case 'only':
      return (
        <NodeButton of={ONLY} view={view} lines={TEXT_LINES} sx={{ ...WHOLE, ...(editor.draft.only ? {} : { borderStyle: 'dashed' }) }} />
      )
    case 'step':
      return <NodeButton of={face.step.key} view={view} lines={TEXT_LINES} sx={WHOLE} />
    case 'plus':
      return editor.canEdit ? (
        <AddStep editor={editor} slot={face.slot} node={id} label={slotLabel(face.slot, view)} />
      ) : (
        <Box
          component="svg"
          aria-hidden
          viewBox="0 0 2 2"
          preserveAspectRatio="none"
          sx={{ ...WHOLE, display: 'block', color: 'text.disabled' }}
        >
          <line x1={1} y1={0} x2={1} y2={2} stroke="currentColor" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
        </Box>
      )
    case 'addTrigger':
      return editor.canEdit ? <AddTrigger editor={editor} node={id} /> : null
    case 'hand':
      return (
        <Box
          sx={{ ...WHOLE, display: 'grid', placeItems: 'center', px: 1.5, border: '1px dashed', borderColor: 'divider', borderRadius: 1 }}
        >
          <SecondaryText sx={{ textAlign: 'center' }}>{t('flows:editor.byHand')}</SecondaryText>
        </Box>
      )
    case 'label':
      return (
        <Typography
          variant="caption"
          component="div"
          noWrap
          sx={{ ...WHOLE, textAlign: 'center', bgcolor: 'background.default', color: 'text.secondary', lineHeight: '22px' }}
        >
          {describeBranch(face.step, face.block, words)}
        </Typography>
      )
    case 'end':
      return (
        <Box sx={{ ...WHOLE, display: 'grid', placeItems: 'center', borderRadius: 4, bgcolor: 'action.selected' }}>
          <Typography variant="caption">{t('flows:editor.end')}</Typography>
        </Box>
      )
    case 'frame':
      return (
        <Box sx={{ ...WHOLE, border: '1.5px dashed', borderColor: 'text.disabled', borderRadius: 2, position: 'relative' }}>
          <LoopIcon fontSize="small" sx={{ position: 'absolute', right: 4, bottom: 4, color: 'text.disabled' }} />
        </Box>
      )
    case 'begin':
    case 'join':
      return <Box sx={{ ...WHOLE, borderRadius: '50%', bgcolor: 'text.disabled' }} />
  }
}
