import '@xyflow/react/dist/base.css'
import FitIcon from '@mui/icons-material/FitScreenOutlined'
import ZoomInIcon from '@mui/icons-material/ZoomIn'
import ZoomOutIcon from '@mui/icons-material/ZoomOut'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Stack from '@mui/material/Stack'
import { type Edge, type Node, Panel, Position, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlowView } from '../view.ts'
import { useNodeKeys } from '../useNodeKeys.ts'
import { layout, type Placed } from './layout.ts'
import { type Direction, neighbour } from './neighbour.ts'
import { LineEdge } from './LineEdge.tsx'
import { PartNode, Shown } from './PartNode.tsx'

const NODE_TYPES = { part: PartNode }
const EDGE_TYPES = { line: LineEdge }
/** Lines say nothing that the nodes do not: they are only seen. */
const HIDDEN = { 'aria-hidden': true } as const
const ARROWS: Readonly<Record<string, Direction | undefined>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
const MARGIN = 24
const SMALLEST = 0.5

const nodeOf = (placed: Placed): Node<{ placed: Placed }> => ({
  id: placed.id,
  type: 'part',
  position: { x: placed.x, y: placed.y },
  // Sizes and handles are known: nothing waits to be measured.
  width: placed.width,
  height: placed.height,
  handles: [
    { type: 'target', position: Position.Top, x: placed.width / 2, y: 0, width: 0, height: 0 },
    { type: 'source', position: Position.Bottom, x: placed.width / 2, y: placed.height, width: 0, height: 0 },
  ],
  zIndex: placed.face.kind === 'frame' ? -1 : 1,
  data: { placed },
})

/** A flow as a graph from above to below. It is laid out by itself; arrow keys walk it, and each node has its keys. */
export function FlowGraph({ view }: { view: FlowView }) {
  return (
    <ReactFlowProvider>
      <Shown value={view}>
        <Graph view={view} />
      </Shown>
    </ReactFlowProvider>
  )
}

function Graph({ view }: { view: FlowView }) {
  const { t } = useTranslation()
  const flow = useReactFlow()
  const place = useRef<HTMLDivElement>(null)
  /** Of the picture when it was last set in its middle, px; null before it is there. */
  const width = useRef<number | null>(null)
  const { draft, selected } = view.editor
  const picture = useMemo(() => layout(draft), [draft])
  const { nodes, lines } = picture
  const shown = useMemo(() => nodes.map(nodeOf), [nodes])
  const edges = useMemo(
    () => lines.map(({ id, source, target, bend }): Edge => ({ id, source, target, type: 'line', data: { bend }, domAttributes: HIDDEN })),
    [lines],
  )
  /** Moves the picture only where the node cannot be seen. */
  const show = (id: string) => {
    const node = nodes.find((one) => one.id === id)
    const box = place.current
    if (!node || !box) return
    const { x, y, zoom } = flow.getViewport()
    const [left, top] = [node.x * zoom + x, node.y * zoom + y]
    const isSeen = left >= 0 && top >= 0 && left + node.width * zoom <= box.clientWidth && top + node.height * zoom <= box.clientHeight
    if (!isSeen) void flow.setCenter(node.x + node.width / 2, node.y + node.height / 2, { zoom, duration: 0 })
  }
  useEffect(() => {
    const room = place.current?.clientWidth ?? 0
    // The middle stays the middle where the form of a part takes room beside it.
    if (width.current !== null && room !== width.current) {
      const { x, y, zoom } = flow.getViewport()
      void flow.setViewport({ x: x + (room - width.current) / 2, y, zoom })
      width.current = room
    }
    if (selected !== null) show(selected)
  }, [selected]) // oxlint-disable-line react/exhaustive-deps
  const onKeyDown = useNodeKeys(
    place,
    view.editor,
    ({ key }, id) => {
      const direction = ARROWS[key]
      return direction === undefined ? null : neighbour(picture, id, direction)
    },
    show,
  )
  const begin = () => {
    const room = place.current?.clientWidth ?? 0
    width.current = room
    const left = Math.min(...nodes.map(({ x }) => x))
    const right = Math.max(...nodes.map(({ x, width: wide }) => x + wide))
    const zoom = Math.min(1, Math.max(SMALLEST, (room - MARGIN * 2) / (right - left)))
    void flow.setViewport({ x: room / 2 - ((left + right) / 2) * zoom, y: MARGIN, zoom })
  }
  const tools = [
    [t('flows:editor.zoomIn'), ZoomInIcon, () => void flow.zoomIn()],
    [t('flows:editor.zoomOut'), ZoomOutIcon, () => void flow.zoomOut()],
    [t('flows:editor.fit'), FitIcon, () => void flow.fitView({ padding: 0.1, maxZoom: 1 })],
  ] as const
  return (
    <Box
      ref={place}
      component="section"
      aria-label={t('flows:editor.graph')}
      onKeyDown={onKeyDown}
      sx={{
        height: 'clamp(380px, 68vh, 900px)',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.default',
        '& .react-flow__attribution': { bgcolor: 'transparent' },
        '& .react-flow__attribution a': { color: 'text.secondary' },
      }}
    >
      <ReactFlow
        aria-label={t('flows:editor.graph')}
        nodes={shown}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        zoomOnScroll={false}
        preventScrolling={false}
        zoomOnDoubleClick={false}
        minZoom={0.2}
        maxZoom={1.5}
        onInit={begin}
        onPaneClick={() => view.editor.select(null)}
        style={{ background: 'transparent' }}
      >
        <Panel position="bottom-left">
          <Stack direction="row" sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1 }}>
            {tools.map(([word, Icon, run]) => (
              <IconButton key={word} size="small" aria-label={word} title={word} onClick={run} sx={{ minWidth: 40, minHeight: 40 }}>
                <Icon fontSize="small" />
              </IconButton>
            ))}
          </Stack>
        </Panel>
      </ReactFlow>
    </Box>
  )
}
