import type { LiveArea } from './live.ts'
import { useLive } from './LiveProvider.tsx'

/**
 * The live tables of a base, the same objects as long as the session lasts; null without a base. A table works while something of it is
 * subscribed to, and for some seconds after, so that a change of tab fetches nothing.
 */
export function useLiveArea(areaId: number | null | undefined): LiveArea | null {
  const live = useLive()
  return live && areaId != null ? live.area(areaId) : null
}
