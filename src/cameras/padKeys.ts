import type { Course } from '#machines/cameras/ptz'

/** Two keys held together are the direction between them. */
const courses: readonly (readonly [readonly string[], Course])[] = [
  [['ArrowLeft', 'ArrowUp'], 'leftUp'],
  [['ArrowLeft', 'ArrowDown'], 'leftDown'],
  [['ArrowRight', 'ArrowUp'], 'rightUp'],
  [['ArrowRight', 'ArrowDown'], 'rightDown'],
  [['ArrowUp'], 'up'],
  [['ArrowDown'], 'down'],
  [['ArrowLeft'], 'left'],
  [['ArrowRight'], 'right'],
  [['+'], 'zoomIn'],
  [['='], 'zoomIn'],
  [['-'], 'zoomOut'],
]
export const isPadKey = (key: string): boolean => courses.some(([keys]) => keys.includes(key))
/** Where the keys that are held turn a camera; null where none of them does. */
export const courseOf = (held: ReadonlySet<string>): Course | null =>
  courses.find(([keys]) => keys.every((key) => held.has(key)))?.[1] ?? null
