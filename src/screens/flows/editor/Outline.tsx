import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AddStep, AddTrigger } from './AddButtons.tsx'
import { ONLY, type StepDraft } from './draft/flowDraft.ts'
import { blocksIn } from './draft/steps.ts'
import { NodeButton } from './NodeButton.tsx'
import { useNodeKeys } from './useNodeKeys.ts'
import { slotLabel } from './slotLabel.ts'
import type { FlowView } from './view.ts'
import { describeBranch } from './words.ts'
import { SecondaryText } from '#src/ui/SecondaryText.tsx'

const LINES = 4
const LIST = { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75, gridTemplateColumns: 'minmax(0, 1fr)' } as const
const WIDE = { width: '100%', minHeight: 48 } as const
const KEYS: Readonly<Record<string, -1 | 1 | undefined>> = { ArrowUp: -1, ArrowDown: 1 }

/** A node, with its panel where it is the one that is looked at. */
const Line = ({ of, view, panel }: { of: string; view: FlowView; panel: ReactNode }) => (
  <>
    <NodeButton of={of} view={view} lines={LINES} sx={WIDE} />
    {view.editor.selected === of && panel != null && <Box sx={{ pt: 0.75 }}>{panel}</Box>}
  </>
)

/** The steps of a block, each with what stands in it, and between them where one can be added. */
function BlockList({
  of,
  parent,
  block,
  view,
  panel,
}: {
  of: readonly StepDraft[]
  parent: StepDraft | null
  block: number
  view: FlowView
  panel: ReactNode
}) {
  const { editor } = view
  const add = (at: number) => {
    const slot = { parent: parent?.key ?? null, block, at }
    return (
      editor.canEdit && (
        <Box component="li" key={`add ${at}`}>
          <AddStep editor={editor} slot={slot} node={`add ${slot.parent ?? ''} ${block} ${at}`} label={slotLabel(slot, view)} />
        </Box>
      )
    )
  }
  return (
    <Box component="ol" sx={LIST}>
      {of.flatMap((step, at) => [
        add(at),
        <Box component="li" key={step.key}>
          <Line of={step.key} view={view} panel={panel} />
          {blocksIn(step).map((inner, nth) => (
            <Box key={nth} sx={{ ml: { xs: 1, sm: 2.5 }, pl: 1.25, mt: 0.75, borderLeft: 2, borderColor: 'divider' }}>
              <SecondaryText variant="caption" component="div" sx={{ pb: 0.5 }}>
                {describeBranch(step, nth, view.words)}
              </SecondaryText>
              <BlockList of={inner} parent={step} block={nth} view={view} panel={panel} />
            </Box>
          ))}
        </Box>,
      ])}
      {add(of.length)}
    </Box>
  )
}

/**
 * A flow as a list: the same nodes and keys as in the graph, one below the other. `panel` is shown below the part that is looked at, where
 * there is no room beside the list.
 */
export function Outline({ view, panel }: { view: FlowView; panel: ReactNode }) {
  const { t } = useTranslation()
  const { editor } = view
  const place = useRef<HTMLElement>(null)
  const onKeyDown = useNodeKeys(place, editor, ({ key }, id) => {
    const by = KEYS[key]
    if (by === undefined) return null
    const all = [...(place.current?.querySelectorAll<HTMLElement>('[data-node]') ?? [])]
    return all[all.findIndex((one) => one.dataset.node === id) + by]?.dataset.node ?? null
  })
  return (
    <Box
      ref={place}
      component="section"
      aria-label={t('flows:editor.list')}
      onKeyDown={onKeyDown}
      sx={{ display: 'grid', gap: 2, maxWidth: 760 }}
    >
      <div>
        <Typography variant="h3" sx={{ pb: 1 }}>
          {t('flows:editor.starts')}
        </Typography>
        <Box component="ul" sx={LIST}>
          {editor.draft.triggers.length === 0 && <SecondaryText component="li">{t('flows:editor.byHand')}</SecondaryText>}
          {editor.draft.triggers.map(({ key }) => (
            <li key={key}>
              <Line of={key} view={view} panel={panel} />
            </li>
          ))}
          {editor.canEdit && (
            <li>
              <AddTrigger editor={editor} node="addTrigger" />
            </li>
          )}
        </Box>
      </div>
      <div>
        <Line of={ONLY} view={view} panel={panel} />
      </div>
      <div>
        <Typography variant="h3" sx={{ pb: 1 }}>
          {t('flows:editor.does')}
        </Typography>
        <BlockList of={editor.draft.steps} parent={null} block={0} view={view} panel={panel} />
      </div>
    </Box>
  )
}
