// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    alarm: {
      acknowledged_at: number | null
      acknowledged_by: string | null
      advice: Generated<string>
      area_id: number
      assignee_id: number | null
      /**
       * raised since its device is silent or unknown, not by what it says
       */
      by_loss: Generated<boolean>
      /**
       * of one that flaps: when it went, not yet for good
       */
      calm_at: number | null
      calm_seen: JSONColumnType<import('#contract/watch/condition').Seen[] | null> | null
      /**
       * noData: nothing is known of what its rule reads; it says nothing of the condition
       */
      cause: Generated<string>
      cleared_at: number | null
      cleared_by: string | null
      cleared_seen: JSONColumnType<import('#contract/watch/condition').Seen[] | null> | null
      code: string | null
      device_id: number | null
      device_name: string
      device_type: string
      direction: Generated<string>
      /**
       * since when people are to be told of it; null where they are not
       */
      due_at: number | null
      /**
       * when what it tells of began last: later than raised_at where it flaps
       */
      episode_at: number
      /**
       * when people were told last, and round how often
       */
      heard_at: number | null
      id: Generated<number>
      item_id: number | null
      land_id: number | null
      land_name: string | null
      limit_value: number | null
      /**
       * the layer or pump that it is about, 0 where the device has but one
       */
      ordinal: Generated<number>
      quiet: string | null
      raised_at: number
      rank: Generated<number>
      reason: JSONColumnType<import('#contract/alarms/alarm').AlarmReason>
      /**
       * when its rule was raised there last, this time included: three within half an hour flap
       */
      recent: Generated<number[]>
      round: Generated<number>
      rule_id: number | null
      /**
       * as it was: the rule, the device and the plot may go, and its alarms stay
       */
      rule_name: string
      /**
       * when the reading that decided was measured; of noData the last one that there was
       */
      seen_at: number | null
      severity: string
      shelved_until: number | null
      state: Generated<string>
      tenant_id: number
      times: Generated<number>
      /**
       * when it was written here
       */
      told_at: number
      unit: string | null
      value: number | null
    }
    alarm_attempt: {
      at: number
      code: number | null
      delivery_id: number
      id: Generated<number>
      nth: number
      state: Generated<string>
      tenant_id: number
      why: string | null
    }
    alarm_browser: {
      auth: string
      /**
       * what the browser said of itself
       */
      device: string
      /**
       * a secret: who holds it may write to the browser
       */
      endpoint: string
      /**
       * when its session does, ms UTC: from then on it is told nothing
       */
      ends_at: Generated<number>
      id: Generated<number>
      p256dh: string
      session_id: string
      since: number
      tenant_id: number
      user_id: number
    }
    alarm_channel: {
      /**
       * an http address is a secret: who holds it may write to the group
       */
      address: string
      id: Generated<number>
      kind: string
      nth: number
      secret: string | null
      /**
       * it is used for alarms that are so bad or worse
       */
      severity: string
      staff_id: number
      tenant_id: number
    }
    alarm_delivery: {
      /**
       * as it may be shown
       */
      address: string
      alarm_ids: number[]
      area_id: number
      browser_id: number | null
      channel_id: number | null
      /**
       * when it is tried next; null where it is not
       */
      due_at: number | null
      id: Generated<number>
      /**
       * every try goes out under it, so that the other side may know a second one
       */
      key: Generated<string>
      kind: string
      made_at: number
      message: JSONColumnType<import('./people/deliveries.ts').Sent>
      staff_id: number | null
      staff_name: string
      /**
       * from 1; null of a test
       */
      step: number | null
      tenant_id: number
      tries: Generated<number>
    }
    alarm_duty: {
      area_id: number
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      object_version_number: Generated<number>
      severity: string
      steps: JSONColumnType<import('#contract/alarms/duty').DutyStep[]>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    alarm_escalation: {
      alarm_ids: number[]
      area_id: number
      id: Generated<number>
      next_at: number
      /**
       * of each alarm, which time it was told: one that was told again is escalated anew
       */
      rounds: number[]
      step: Generated<number>
      tenant_id: number
      told_at: number
    }
    alarm_event: {
      alarm_id: number
      at: number
      by_name: string | null
      id: Generated<number>
      tenant_id: number
      until_at: number | null
      what: string
      words: string | null
    }
    alarm_rule: {
      advice: Generated<string>
      area_id: number
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      /**
       * of contract/watch/logic.ts
       */
      logic: JSONColumnType<import('#contract/watch/logic').WatchLogic>
      name: string
      object_version_number: Generated<number>
      rank: Generated<number>
      /**
       * the rule of the library that it was adopted from
       */
      ready: string | null
      severity: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      /**
       * counts what changes how it watches: another version is another watch
       */
      version: Generated<number>
    }
    alarm_silence: {
      area_id: number
      created_at: number | null
      created_by: number | null
      /**
       * null: the whole base
       */
      device_ids: number[] | null
      ends_at: number
      id: Generated<number>
      reason: string
      starts_at: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    alarm_staff: {
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      language: Generated<string>
      name: string
      object_version_number: Generated<number>
      /**
       * of contract/alarms/staff.ts; none: always on duty
       */
      shifts: Generated<JSONColumnType<import('#contract/alarms/staff').Shift[]>>
      tenant_id: number
      tested_at: number | null
      updated_at: number | null
      updated_by: number | null
      /**
       * null of somebody without an account
       */
      user_id: number | null
    }
    alarm_staff_area: {
      area_id: number
      staff_id: number
      tenant_id: number
    }
    alarm_trial: {
      area_id: number
      /**
       * somebody wants it to end: whichever server runs it looks here
       */
      cancelled: Generated<boolean>
      created_at: number
      done: Generated<number>
      from_at: number
      happened: JSONColumnType<import('#contract/alarms/trial').AlarmOutcome | null> | null
      id: Generated<number>
      in_force: JSONColumnType<import('#contract/alarms/trial').AlarmOutcome | null> | null
      in_force_logic: JSONColumnType<import('#contract/watch/logic').WatchLogic | null> | null
      known_since: number | null
      logic: JSONColumnType<import('#contract/watch/logic').WatchLogic>
      rule_id: number | null
      state: Generated<string>
      tenant_id: number
      to_at: number
      total: Generated<number>
      user_id: number
      wanted: JSONColumnType<import('#contract/alarms/trial').AlarmOutcome | null> | null
    }
  }
}
