import { BaseEdge, type EdgeProps } from '@xyflow/react'
import type { Line } from './layout.ts'

/** How far from its end a line to another column turns, and how round. */
const TURN = 10
const ROUND = 8

/** A line between two nodes: straight down, or over to another column with two round corners. */
export function LineEdge({ id, sourceX, sourceY, targetX, targetY, data }: EdgeProps) {
  const bend = data?.bend as Line['bend'] | undefined
  const aside = targetX - sourceX
  const turn = bend === 'out' ? sourceY + TURN : targetY - TURN
  const round = Math.min(ROUND, Math.abs(aside) / 2)
  const side = Math.sign(aside) * round
  const path =
    Math.abs(aside) < 1
      ? `M ${sourceX},${sourceY} V ${targetY}`
      : [
          `M ${sourceX},${sourceY} V ${turn - round} Q ${sourceX},${turn} ${sourceX + side},${turn}`,
          `H ${targetX - side} Q ${targetX},${turn} ${targetX},${turn + round} V ${targetY}`,
        ].join(' ')
  return <BaseEdge id={id} path={path} style={{ stroke: 'var(--mui-palette-text-disabled)', strokeWidth: 1.5 }} />
}
