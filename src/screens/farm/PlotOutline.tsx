import Box from '@mui/material/Box'
import { unrollRing } from '#contract/core/longitude'
import type { Land } from '#contract/farm/land'
import type { Cell } from '#src/crud/RecordFacts.tsx'

const SIZE = 120
const MARGIN = 8

/** The outline of a plot in its own colours, north up. */
export const PlotOutline: Cell = ({ record }) => {
  const { landProfile, profileColor, outlineColor, outlineWidth, opacity } = record as unknown as Land
  if (!landProfile || landProfile.length < 3) return '--'
  const ring = unrollRing(landProfile)
  const west = Math.min(...ring.map(([longitude]) => longitude))
  const north = Math.max(...ring.map(([, latitude]) => latitude))
  // A degree of longitude is shorter than one of latitude, the more so the farther from the equator.
  const shrink = Math.cos((north * Math.PI) / 180)
  const flat = ring.map(([longitude, latitude]) => [(longitude - west) * shrink, north - latitude] as const)
  const scale = SIZE / Math.max(...flat.flat(), Number.EPSILON)
  const points = flat.map(([x, y]) => `${x * scale},${y * scale}`).join(' ')
  const across = [0, 1].map((axis) => Math.max(...flat.map((point) => point[axis as 0 | 1])) * scale + 2 * MARGIN) as [number, number]
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`${-MARGIN} ${-MARGIN} ${across[0]} ${across[1]}`}
      sx={{ display: 'block', width: across[0], height: across[1], color: 'primary.main' }}
    >
      <polygon
        points={points}
        fill={profileColor ?? 'currentColor'}
        fillOpacity={opacity}
        stroke={outlineColor ?? 'currentColor'}
        strokeWidth={outlineWidth}
        strokeLinejoin="round"
      />
    </Box>
  )
}
