import type { SeedPicture } from '#contract/farm/publicSeed'
import type { Box } from '../../ground/files/pictures.ts'

/** How its pictures are drawn. The page with its first one stays under 100 kB, whatever was uploaded. */
export const BOXES = {
  small: { width: 320, height: 240, mode: 'crop', most: 16_000 },
  medium: { width: 640, height: 640, mode: 'fit', most: 40_000 },
  large: { width: 960, height: 960, mode: 'fit', most: 64_000 },
  card: { width: 1200, height: 630, mode: 'crop', most: 150_000 },
} as const satisfies Record<SeedPicture, Box & { most: number }>

/** The size in which a picture is drawn in a box that it fits in: no larger than it is. */
export function drawnSize({ width, height }: { width: number; height: number }, size: 'medium' | 'large') {
  const box = BOXES[size]
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
