import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseHotspots } from '#contract/panoramas/hotspot'
import { planOf } from './planOf.ts'
import type { TourScene } from './tourScene.ts'

/** Pixels of a step, and of the room that a name needs round the plan. */
const STEP = { x: 152, y: 72 }
const ROOM = { x: 80, y: 28 }

/** The scenes as they stand to each other, with the ways between them; the one that is shown set off. */
export function ScenePlan({
  scenes,
  activeId,
  onChoose,
}: {
  scenes: readonly TourScene[]
  activeId: number
  onChoose: (scenesId: number) => void
}) {
  const { t } = useTranslation()
  const plan = useMemo(
    () => planOf(scenes.map(({ scenesId, hotSpotJson }) => ({ scenesId, hotspots: parseHotspots(hotSpotJson).hotspots }))),
    [scenes],
  )
  const at = (scenesId: number) => {
    const { x, y } = plan.places.get(scenesId)!
    return { x: ROOM.x + x * STEP.x, y: ROOM.y + y * STEP.y }
  }
  const [width, height] = [plan.width * STEP.x + 2 * ROOM.x, plan.height * STEP.y + 2 * ROOM.y]
  return (
    <Box
      component="section"
      aria-label={t('panoramas:preview.plan')}
      sx={{ maxWidth: '100%', maxHeight: '50dvh', overflow: 'auto', bgcolor: 'background.paper', borderRadius: 2, boxShadow: 3 }}
    >
      <Box sx={{ position: 'relative', width, height, mx: 'auto' }}>
        <Box component="svg" aria-hidden width={width} height={height} sx={{ display: 'block', color: 'text.secondary' }}>
          {plan.ways.map(([from, to]) => {
            const [one, other] = [at(from), at(to)]
            return <line key={`${from} ${to}`} x1={one.x} y1={one.y} x2={other.x} y2={other.y} stroke="currentColor" strokeWidth={2} />
          })}
        </Box>
        {scenes.map(({ scenesId, scenesName }) => {
          const isActive = scenesId === activeId
          const { x, y } = at(scenesId)
          return (
            <ButtonBase
              key={scenesId}
              aria-pressed={isActive}
              onClick={() => onChoose(scenesId)}
              sx={{
                position: 'absolute',
                left: x,
                top: y,
                transform: 'translate(-50%, -50%)',
                maxWidth: STEP.x - 8,
                minHeight: 32,
                px: 1,
                borderRadius: 4,
                border: 2,
                borderColor: 'primary.main',
                bgcolor: isActive ? 'primary.main' : 'background.paper',
                color: isActive ? 'primary.contrastText' : 'text.primary',
                typography: 'body2',
                '&:focus-visible': { outline: 3, outlineColor: 'primary.main', outlineOffset: 2 },
              }}
            >
              <Box component="span" title={scenesName} sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {scenesName}
              </Box>
            </ButtonBase>
          )
        })}
      </Box>
    </Box>
  )
}
