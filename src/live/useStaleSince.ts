import { useLiveArea } from './useLiveArea.ts'
import { useStream } from './useStream.ts'

/**
 * Since when (ms UTC) what is shown of a base may be older than what is so, because nothing comes; null while it keeps up. What is shown
 * then says nothing of the devices: they are judged as of that moment.
 */
export const useStaleSince = (areaId: number | null | undefined): number | null =>
  useStream<number | null>(useLiveArea(areaId)?.staleSince$ ?? null, null)
