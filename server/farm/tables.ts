// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated, Numeric } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    activity: {
      activity_kind: string
      activity_name: string
      area_id: number
      batch_id: number | null
      created_at: number | null
      created_by: number | null
      done_at: number
      field_versions: Generated<JSONColumnType<Record<string, [number, number | null, number]>>>
      harvested: Numeric | null
      id: Generated<number>
      land_id: number
      machine: string | null
      no_weather: string | null
      object_version_number: Generated<number>
      pictures: Generated<JSONColumnType<string[]>>
      remark: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      /**
       * as a station of the base measured it then; no_weather says why there is none
       */
      weather: JSONColumnType<import('#contract/farm/activity').ActivityWeather | null> | null
    }
    activity_material: {
      activity_id: number
      id: Generated<number>
      /**
       * the issue that it came from: the quantity that is counted there
       */
      issue_id: number | null
      nth: number
      product_id: number
      quantity: Numeric
      tenant_id: number
    }
    activity_worker: {
      activity_id: number
      hours: Numeric
      nth: number
      tenant_id: number
      worker_id: number
    }
    batch: {
      area_id: number
      batch_name: string
      batch_no: string | null
      batch_state: Generated<string>
      created_at: number | null
      created_by: number | null
      density: Numeric | null
      end_reason: string | null
      ended_at: number | null
      expected_yield: Numeric | null
      harvest_on: string | null
      /**
       * when somebody said that its harvest began; null: nobody did, or it was reopened since
       */
      harvesting_at: number | null
      head_count: number | null
      id: Generated<number>
      land_id: number
      /**
       * mu of its plot when that was measured anew after the batch had ended; null: what the plot measures today
       */
      measure: Numeric | null
      object_version_number: Generated<number>
      /**
       * how much of the plot it takes, mu; null: all of it
       */
      part: Numeric | null
      remark: string | null
      /**
       * as its variety had them when it was made, unless they were changed here
       */
      stages: Generated<JSONColumnType<import('#contract/core/field').Stage[]>>
      started_at: number | null
      starts_on: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      variety_id: number | null
      /**
       * as it was called when it was written: a variety that is deleted leaves its name
       */
      variety_name: string
    }
    batch_cost: {
      /**
       * CNY
       */
      amount: Numeric
      batch_id: number
      cost_kind: string
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      object_version_number: Generated<number>
      spent_on: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      what: string
    }
    batch_harvest: {
      batch_id: number
      created_at: number | null
      created_by: number | null
      /**
       * the receipt that was drafted of it
       */
      document_id: number | null
      harvested_on: string
      /**
       * how many animals it was; null: nobody counted them, or it was none
       */
      head_count: number | null
      id: Generated<number>
      /**
       * the same in kg, by the unit as it was then; null: it is no weight
       */
      kg: Numeric | null
      object_version_number: Generated<number>
      product_id: number | null
      quantity: Numeric
      remark: string | null
      store_id: number | null
      tenant_id: number
      unit_kind: string
      unit_name: string
      updated_at: number | null
      updated_by: number | null
    }
    batch_herd: {
      batch_id: number
      created_at: number | null
      created_by: number | null
      event: string
      happened_on: string
      /**
       * how many it was of; of what was weighed, how many were
       */
      head: number
      id: Generated<number>
      /**
       * of one, g
       */
      mean_weight: Numeric | null
      object_version_number: Generated<number>
      reason: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    package_material: {
      id: Generated<number>
      nth: number
      per_mu: number
      product_id: number
      quantity: Numeric
      task_id: number
      tenant_id: number
    }
    package_subplan: {
      days: number
      id: Generated<number>
      name: string
      nth: number
      offset_days: number
      package_id: number
      tenant_id: number
    }
    package_task: {
      closes_batch: number
      days: number
      description: string | null
      harvest_flag: number
      id: Generated<number>
      nth: number
      offset_days: number
      priority: string
      proof_flag: number
      steps: Generated<JSONColumnType<string[]>>
      subplan_id: number
      task_name: string
      task_type_id: number
      tenant_id: number
      weight: number
    }
    plan: {
      area_id: number
      batch_id: number
      created_at: number | null
      created_by: number | null
      end_reason: string | null
      ended_at: number | null
      estimated_output: Numeric | null
      id: Generated<number>
      object_version_number: Generated<number>
      package_id: number
      plan_name: string
      plan_state: Generated<string>
      planting_area: Numeric | null
      remark: string | null
      starts_on: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    plan_package: {
      created_at: number | null
      created_by: number | null
      enabled_flag: Generated<number>
      id: Generated<number>
      object_version_number: Generated<number>
      package_name: string
      remark: string | null
      target_yield: Numeric | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      variety_id: number | null
    }
    plan_purchase: {
      document_id: number
      plan_id: number
      tenant_id: number
    }
    plan_subplan: {
      days: number
      id: Generated<number>
      name: string
      nth: number
      offset_days: number
      plan_id: number
      tenant_id: number
    }
    plan_task: {
      plan_id: number
      planned_due_at: number
      planned_starts_at: number
      subplan_id: number
      task_id: number
      tenant_id: number
      weight: number
    }
    seed: {
      created_at: number | null
      created_by: number | null
      /**
       * how it is grown: passages with a name, a picture and clean HTML
       */
      farming_practices: Generated<JSONColumnType<import('#contract/farm/seed').Seed['farmingPractices']>>
      id: Generated<number>
      image_url: string | null
      object_version_number: Generated<number>
      product_attributes: Generated<JSONColumnType<import('#contract/farm/seed').Seed['productAttributes']>>
      publicity: string | null
      /**
       * 1: its page and its pictures need no sign-in
       */
      published: Generated<number>
      seed_en_name: string | null
      seed_name: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      variety_id: number
    }
    task: {
      area_id: number
      batch_id: number | null
      closes_batch: Generated<number>
      created_at: number | null
      created_by: number | null
      description: string | null
      /**
       * from then on it is overdue, ms UTC
       */
      due_at: number
      field_versions: Generated<JSONColumnType<Record<string, [number, number | null, number]>>>
      finished_at: number | null
      harvest_flag: Generated<number>
      /**
       * what it came to, by who finished it
       */
      harvest_kg: Numeric | null
      id: Generated<number>
      land_id: number | null
      leader_id: number | null
      made_count: Generated<number>
      /**
       * the tasks of its repetition are made up to then
       */
      made_until: number | null
      object_version_number: Generated<number>
      /**
       * when the repetition has it begin, whatever it was moved to
       */
      occurs_at: number | null
      /**
       * the workers that take part beside the leader, by id
       */
      participants: Generated<JSONColumnType<number[]>>
      priority: string
      proof_flag: Generated<number>
      reason: string | null
      repeat_ended_at: number | null
      /**
       * of the first task of a repetition: an RRULE; the others name it as their series
       */
      repeat_rule: string | null
      series_id: number | null
      started_at: number | null
      starts_at: number
      steps: Generated<JSONColumnType<string[]>>
      task_level: string
      task_name: string
      task_no: string
      task_state: Generated<string>
      task_type_id: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    task_event: {
      at: number
      by_user: number | null
      id: Generated<number>
      latitude: number | null
      longitude: number | null
      note: string | null
      pictures: Generated<JSONColumnType<string[]>>
      task_id: number
      tenant_id: number
      what: string
    }
    task_issue: {
      document_id: number | null
      fault: string | null
      said: string | null
      task_id: number
      tenant_id: number
    }
    task_material: {
      id: Generated<number>
      nth: number
      /**
       * of a plan: the quantity follows what it plants; null: somebody wrote it
       */
      per_mu: Numeric | null
      product_id: number
      quantity: Numeric
      task_id: number
      tenant_id: number
    }
    task_step: {
      done_at: number
      done_by: number | null
      step: string
      task_id: number
      tenant_id: number
    }
    worker_rate: {
      created_at: number | null
      created_by: number | null
      hourly: Numeric
      id: Generated<number>
      object_version_number: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      valid_from: string
      worker_id: number
    }
  }
}
