import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMissedWords } from '#src/cameras/useMissedWords.ts'
import { AuthImage } from '#src/files/AuthImage.tsx'
import { momentText } from '#src/time/moment.ts'
import type { Frame } from './frames.ts'

const [WIDTH, HEIGHT] = [140, 80]
const GAP = 8
const TILE = WIDTH + GAP
/** Tiles beside those that are seen. */
const MORE = 4

/** The pictures of a series side by side; only those that are seen, and some beside them, are read. */
export function PictureStrip({ frames, at, onAt }: { frames: readonly Frame[]; at: number; onAt: (next: number) => void }) {
  const { t } = useTranslation()
  const missedWords = useMissedWords()
  const box = useRef<HTMLFieldSetElement>(null)
  const [left, setLeft] = useState(0)
  const [width, setWidth] = useState(1000)
  useEffect(() => {
    const element = box.current
    if (!element) return
    setWidth(element.clientWidth || 1000)
    const middle = at * TILE - (element.clientWidth - TILE) / 2
    if (at * TILE < element.scrollLeft || (at + 1) * TILE > element.scrollLeft + element.clientWidth) element.scrollLeft = middle
  }, [at])
  const first = Math.max(0, Math.floor(left / TILE) - MORE)
  const seen = frames.slice(first, Math.ceil((left + width) / TILE) + MORE)
  return (
    <Box
      ref={box}
      component="fieldset"
      aria-label={t('cameras:seeding.strip')}
      onScroll={({ currentTarget }) => {
        setLeft(currentTarget.scrollLeft)
        setWidth(currentTarget.clientWidth)
      }}
      sx={{ m: 0, p: 0, border: 0, minWidth: 0, overflowX: 'auto', position: 'relative' }}
    >
      <Box sx={{ position: 'relative', width: frames.length * TILE, height: HEIGHT + 48 }}>
        {seen.map(({ id, at: moment, fileUrl, missing, why }, nth) => {
          const place = first + nth
          const when = momentText(moment).slice(0, 16)
          return (
            <ButtonBase
              key={id}
              aria-label={t('cameras:seeding.thumb', { when })}
              aria-current={place === at ? 'true' : undefined}
              onClick={() => onAt(place)}
              sx={{
                position: 'absolute',
                left: place * TILE,
                width: WIDTH,
                display: 'block',
                textAlign: 'start',
                borderRadius: 1,
                border: 2,
                borderColor: place === at ? 'primary.main' : 'transparent',
              }}
            >
              <AuthImage src={fileUrl} alt="" width={WIDTH} height={HEIGHT} sx={{ width: '100%' }} />
              <Typography variant="caption" component="span" sx={{ display: 'block' }}>
                {when}
              </Typography>
              {missing > 0 && (
                <Typography variant="caption" component="span" noWrap sx={{ color: 'text.secondary', display: 'block' }}>
                  {why === null
                    ? t('cameras:seeding.missed', { count: missing })
                    : t('cameras:seeding.gap', { count: missing, why: missedWords(why) })}
                </Typography>
              )}
            </ButtonBase>
          )
        })}
      </Box>
    </Box>
  )
}
