import type { Capture } from '#contract/cameras/capture'

type Moment = Omit<Capture, 'planId' | 'planName'>
/** A picture of a series, with how many are missing right before it and why the last of these is. */
export interface Frame {
  readonly id: number
  /** ms UTC. */
  readonly at: number
  readonly fileUrl: string
  readonly missing: number
  readonly why: Capture['why']
}

/** The pictures that are there, in their order; the gaps between them are kept. */
export function framesOf(moments: readonly Moment[]): Frame[] {
  const frames: Frame[] = []
  let missing = 0
  let why: Capture['why'] = null
  for (const { id, dueAt, state, takenAt, fileUrl, why: reason } of moments) {
    if (fileUrl === null) {
      if (state === 'missed') missing++
      why = reason ?? why
      continue
    }
    frames.push({ id, at: takenAt ?? dueAt, fileUrl, missing, why: missing > 0 ? why : null })
    missing = 0
    why = null
  }
  return frames
}
