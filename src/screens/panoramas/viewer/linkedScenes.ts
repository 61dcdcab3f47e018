import type { Hotspot } from '#contract/panoramas/hotspot'

/** The scenes that one can go to from a scene. */
export const linkedIds = (hotspots: readonly Hotspot[]): ReadonlySet<number> =>
  new Set(hotspots.flatMap((one) => (one.HType === 1 ? [one.content.scenesId] : [])))
