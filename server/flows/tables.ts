// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    flow: {
      area_id: number
      created_at: number | null
      created_by: number | null
      /**
       * of contract/flows/definition.ts
       */
      definition: JSONColumnType<import('#contract/flows/definition').FlowDefinition>
      enabled_flag: Generated<number>
      group_id: number | null
      id: Generated<number>
      name: string
      note: Generated<string>
      object_version_number: Generated<number>
      /**
       * how its newest run stands that began, since it was enabled; null where there is none
       */
      run_state: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      /**
       * counts what changes what it does
       */
      version: Generated<number>
    }
    flow_claim: {
      priority: number
      run_id: number
      switch_id: number
      tenant_id: number
    }
    flow_device_group: {
      area_id: number
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      name: string
      note: Generated<string>
      object_version_number: Generated<number>
      rollout: string
      seconds: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    flow_device_group_member: {
      group_id: number
      nth: number
      switch_id: number
      tenant_id: number
    }
    flow_group: {
      area_id: number
      created_at: number | null
      created_by: number | null
      exclusive_flag: Generated<number>
      id: Generated<number>
      name: string
      note: string | null
      object_version_number: Generated<number>
      priority: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    flow_run: {
      area_id: number
      at: number
      cause: JSONColumnType<import('#contract/flows/run').RunCause>
      checks: Generated<JSONColumnType<import('#contract/flows/run').Judged[]>>
      /**
       * where it is: of machines/flows
       */
      cursor: JSONColumnType<import('#machines/flows/cursor').Cursor | null> | null
      /**
       * so many flows started each other before it
       */
      depth: Generated<number>
      ended_at: number | null
      flow_id: number
      flow_name: string
      id: Generated<number>
      last_at: number
      /**
       * when it may go on by itself
       */
      look_at: number | null
      /**
       * what started it, so that it is started once
       */
      once_key: string | null
      path: number[] | null
      reason: string | null
      started_at: number | null
      state: Generated<string>
      /**
       * it is to end for this reason
       */
      stop: string | null
      tenant_id: number
      times: Generated<number>
      user_id: number | null
      version: number
    }
    flow_trace: {
      at: number
      facts: Generated<JSONColumnType<import('./run/traces.ts').TraceFacts>>
      id: Generated<number>
      nth: number
      path: number[] | null
      run_id: number
      tenant_id: number
      what: string
    }
    flow_trial: {
      area_id: number
      cancelled: Generated<boolean>
      created_at: number
      definition: JSONColumnType<import('#contract/flows/definition').FlowDefinition>
      done: Generated<number>
      flow_id: number | null
      from_at: number
      happened: JSONColumnType<import('#contract/flows/trial').FlowOutcome | null> | null
      id: Generated<number>
      in_force: JSONColumnType<import('#contract/flows/trial').FlowOutcome | null> | null
      in_force_definition: JSONColumnType<import('#contract/flows/definition').FlowDefinition | null> | null
      known_since: number | null
      otherwise_from: number | null
      state: Generated<string>
      tenant_id: number
      to_at: number
      total: Generated<number>
      user_id: number
      wanted: JSONColumnType<import('#contract/flows/trial').FlowOutcome | null> | null
    }
    flow_trigger: {
      /**
       * alarms up to this one are known
       */
      after_id: number | null
      area_id: number
      flow_id: number
      id: Generated<number>
      kind: string
      /**
       * when a clock starts it next
       */
      next_at: number | null
      nth: number
      spec: JSONColumnType<import('#contract/flows/definition').Trigger>
      tenant_id: number
      version: number
    }
    flow_version: {
      definition: JSONColumnType<import('#contract/flows/definition').FlowDefinition>
      flow_id: number
      name: string
      saved_at: number
      saved_by: string | null
      tenant_id: number
      version: number
    }
  }
}
