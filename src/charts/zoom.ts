/** What part of the range is shown, in percent. */
export interface Zoom {
  readonly start: number
  readonly end: number
}
export type ZoomStep = 'in' | 'out' | 'left' | 'right' | 'whole'

export const WHOLE: Zoom = { start: 0, end: 100 }
const NARROWEST = 0.5

/** The moments that are seen of a range, in its unit. */
export const shownRange = ([from, to]: readonly [number, number], { start, end }: Zoom): readonly [number, number] => [
  from + ((to - from) * start) / 100,
  from + ((to - from) * end) / 100,
]

/** One step of the keyboard or of a button: zooms about the middle, moves by a quarter of what is shown, never leaves the range. */
export function moveZoom({ start, end }: Zoom, step: ZoomStep): Zoom {
  if (step === 'whole') return WHOLE
  const width = end - start
  const wanted = step === 'in' ? Math.max(NARROWEST, width / 2) : step === 'out' ? Math.min(100, width * 2) : width
  const shift = step === 'left' ? -width / 4 : step === 'right' ? width / 4 : 0
  const from = Math.min(100 - wanted, Math.max(0, (start + end) / 2 - wanted / 2 + shift))
  return { start: from, end: from + wanted }
}
