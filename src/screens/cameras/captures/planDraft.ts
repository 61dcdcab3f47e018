import type { CapturePlan, CapturePlanBody } from '#contract/cameras/capture'

const HOUR = 60
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const two = (value: number) => String(value).padStart(2, '0')

/** A plan as it is written: its times as `08:00, 12:30`, its days as `2026-04-01` or nothing. */
export interface PlanDraft {
  readonly name: string
  readonly crop: string
  readonly isEvery: boolean
  readonly times: string
  readonly everyMinutes: number | string | null
  readonly fromMinute: number | null
  readonly toMinute: number | null
  readonly days: readonly number[]
  readonly fromDate: string
  readonly toDate: string
  readonly keepDays: number | string | null
  readonly seedling: boolean
  readonly enabled: boolean
}

export const draftOf = (plan: CapturePlan | null): PlanDraft => ({
  name: plan?.name ?? '',
  crop: plan?.crop ?? '',
  isEvery: plan?.everyMinutes != null,
  times: (plan?.times ?? [8 * HOUR]).map((minute) => `${two(Math.floor(minute / HOUR))}:${two(minute % HOUR)}`).join(', '),
  everyMinutes: plan?.everyMinutes ?? 2 * HOUR,
  fromMinute: plan?.fromMinute ?? 8 * HOUR,
  toMinute: plan?.toMinute ?? 18 * HOUR,
  days: plan?.days ?? EVERY_DAY,
  fromDate: plan?.fromDate ?? '',
  toDate: plan?.toDate ?? '',
  keepDays: plan?.keepDays ?? 365,
  seedling: plan?.seedling === 1,
  enabled: plan?.enabledFlag !== 0,
})

/** The minutes of the day that are written; null where something else is. */
export function readTimes(written: string): number[] | null {
  const parts = written.split(/[,，、;\s]+/).filter((part) => part !== '')
  const minutes = parts.map((part) => {
    const [, hour, minute] = /^([01]?\d|2[0-3])[:：]([0-5]\d)$/.exec(part) ?? []
    return hour === undefined ? null : Number(hour) * HOUR + Number(minute)
  })
  return minutes.includes(null) ? null : (minutes as number[])
}

/** What is sent of a draft; what is not right in it, the rule of the call refuses. */
export const bodyOf = (draft: PlanDraft, cameraId: number): CapturePlanBody => ({
  name: draft.name.trim(),
  cameraId,
  crop: draft.crop.trim(),
  times: readTimes(draft.times) ?? [],
  everyMinutes: draft.isEvery ? Number(draft.everyMinutes) || 0 : null,
  fromMinute: draft.fromMinute ?? 0,
  toMinute: draft.toMinute ?? 0,
  days: [...draft.days],
  fromDate: draft.fromDate.trim() || null,
  toDate: draft.toDate.trim() || null,
  keepDays: Number(draft.keepDays),
  seedling: draft.seedling ? 1 : 0,
  enabledFlag: draft.enabled ? 1 : 0,
})
