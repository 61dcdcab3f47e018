import Box from '@mui/material/Box'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { WIND_SECTORS } from '#contract/map/weather'
import { HUB, pointAt, type RoseShape, wedgePath } from './roseShape.ts'
import { CLASS_COLORS, useWindWords } from './useWindWords.ts'

const SIZE = 150
const EDGE = 178
/** Between north and north-east, where no wedge covers the words of the rings. */
const RING_WORDS = 22.5

/** The rose itself: a wedge a sector, as long as the wind stood, its classes of speed from the middle out. */
export function RosePicture({ shape, calm }: { shape: RoseShape; calm: number }) {
  const { t } = useTranslation()
  const { speed, mean, share } = useWindWords()
  return (
    <Box component="figure" aria-label={t('devices:wind.lead')} sx={{ m: 0 }}>
      <Box
        component="svg"
        aria-hidden
        viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`}
        sx={{ width: '100%', maxWidth: 400, display: 'block', mx: 'auto', color: 'text.secondary', fontSize: 12 }}
      >
        {shape.rings.map((ring) => (
          <circle key={ring.share} r={ring.radius * SIZE} fill="none" stroke="currentColor" strokeOpacity={0.3} />
        ))}
        {shape.wedges.map((wedge) => (
          <Tooltip
            key={`${wedge.at}/${wedge.nth}`}
            followCursor
            enterTouchDelay={0}
            title={t('devices:wind.wedge', {
              sector: t(`devices:wind.sector.${WIND_SECTORS[wedge.at]!}`),
              speed: speed(wedge.nth),
              share: share(wedge.share),
              mean: mean(wedge.mean),
            })}
          >
            <path d={wedgePath(wedge, SIZE)} fill={CLASS_COLORS[wedge.nth]} stroke="currentColor" strokeOpacity={0.5} strokeWidth={0.75} />
          </Tooltip>
        ))}
        <circle r={HUB * SIZE} fill="none" stroke="currentColor" strokeOpacity={0.5} />
        <text textAnchor="middle" fill="currentColor" fontSize={10}>
          <tspan x={0} dy={-2}>
            {t('devices:wind.calm')}
          </tspan>
          <tspan x={0} dy={12}>
            {share(calm / shape.total)}
          </tspan>
        </text>
        {shape.rings.map((ring) => {
          const [x, y] = pointAt(RING_WORDS, ring.radius * SIZE)
          return (
            <Box
              key={ring.share}
              component="text"
              x={x}
              y={y}
              textAnchor="middle"
              dominantBaseline="middle"
              fontSize={10}
              // Read also where a wedge lies behind.
              sx={{ fill: 'currentColor', stroke: 'var(--mui-palette-background-paper)', strokeWidth: 3, paintOrder: 'stroke' }}
            >
              {share(ring.share)}
            </Box>
          )
        })}
        {WIND_SECTORS.map((sector, at) => {
          const [x, y] = pointAt(at * 45, (SIZE + EDGE) / 2)
          return (
            <Box
              key={sector}
              component="text"
              x={x}
              y={y}
              textAnchor="middle"
              dominantBaseline="middle"
              sx={{ fill: 'currentColor', color: 'text.primary', fontWeight: 600 }}
            >
              {t(`devices:wind.short.${sector}`)}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
