import type { Run } from '#contract/devices/types/defineDeviceType'

const MINUTE = 60
/** Seconds that people water, light and air for. */
const PRESETS = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1440].map((minutes) => minutes * MINUTE)
const MOST_SHOWN = 6

/** Times to choose from, in seconds: those around what is usual, within what is allowed, and without it. */
export function presetsOf({ least, most, usual }: Run): readonly number[] {
  const lawful = PRESETS.filter((seconds) => seconds >= least && seconds <= most && seconds !== usual)
  const near = (seconds: number) => Math.abs(Math.log(seconds / (usual ?? 60 * MINUTE)))
  return lawful
    .toSorted((one, other) => near(one) - near(other))
    .slice(0, MOST_SHOWN)
    .toSorted((one, other) => one - other)
}

/** Seconds of what was written as minutes, null where that is no time that is allowed. */
export function secondsOf(minutes: string, { least, most }: Run): number | null {
  const seconds = minutes.trim() === '' ? Number.NaN : Math.round(Number(minutes) * MINUTE)
  return seconds >= least && seconds <= most ? seconds : null
}
