import type { AlarmFace } from '#contract/alarms/alarm'
import type { ChangeName } from '#contract/core/change'
import type { AnyTopic, TopicPayload } from '#contract/core/topic'
import type { Presence } from '#contract/devices/device'
import type { CommandState } from '#contract/devices/command'

/**
 * What consoles are told as it happens. Readings, switches, presence and alarms are joined per base into frames: at once when the base is
 * quiet, every 18 ms when it is busy and every 36 ms when it is crowded, the newest value of each key. Call only after the commit, but for
 * readings (docs/decisions/0047).
 */
export interface LivePublisher {
  /** Whether a console began to listen since then, by the process's own clock (`performance.now()`). */
  joinedSince(at: number): boolean
  readings(tenantId: number, areaId: number, rows: readonly (readonly [itemId: number, ts: number, value: number | null])[]): void
  switches(tenantId: number, areaId: number, rows: readonly (readonly [switchId: number, ts: number, status: number])[]): void
  command(
    tenantId: number,
    areaId: number,
    row: readonly [switchId: number, commandId: string, state: CommandState, at: number, status: number, message: string | null],
  ): void
  presence(tenantId: number, areaId: number, rows: readonly (readonly [deviceId: number, heardAt: number, presence: Presence])[]): void
  /** How alarms stand since `at`; null where one is no longer open. */
  alarms(tenantId: number, areaId: number, rows: readonly (readonly [alarmId: number, at: number, face: AlarmFace | null])[]): void
  /** Tells who listens to a topic of an area, at once; `at` (ms UTC) is added. */
  publish<T extends AnyTopic>(topic: T, params: Parameters<T['of']>[0], payload: Omit<TopicPayload<T>, 'at'>): void
  /** A record was made, changed or deleted, `areaId` where it stands in a base. */
  changed(tenantId: number, name: ChangeName, id: number | null, areaId: number | null): void
}
