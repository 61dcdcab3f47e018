// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    corporation: {
      address: string | null
      contact: string | null
      created_at: number | null
      created_by: number | null
      credit_code: string | null
      english_name: string | null
      legal_person: string | null
      licences: Generated<JSONColumnType<string[]>>
      object_version_number: Generated<number>
      phone: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    entry_link: {
      expires_at: number
      made_at: number
      purpose: string
      tenant_id: number
      token_hash: string
      used_at: number | null
      user_id: number
    }
    leader_line: {
      created_at: number | null
      created_by: number | null
      leader_id: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      user_id: number
    }
    org_unit: {
      area_id: number | null
      code: string | null
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      kind: string
      leader_id: number | null
      /**
       * of companies and departments; an enterprise is called as its tenant and a base as its area
       */
      name: string | null
      object_version_number: Generated<number>
      parent_id: number | null
      sort: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    sim_card: {
      allowance_mb: number | null
      area_id: number
      /**
       * when the carrier was asked last
       */
      asked_at: number | null
      card_state: string
      carrier: string | null
      created_at: number | null
      created_by: number | null
      device_eui: string | null
      expires_on: string | null
      iccid: string
      id: Generated<number>
      msisdn: string | null
      object_version_number: Generated<number>
      plan_name: string | null
      /**
       * when it was read last; read_fault says why it was not since
       */
      read_at: number | null
      read_fault: string | null
      remark: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    sim_source: {
      address: string
      created_at: number | null
      created_by: number | null
      enabled_flag: number
      fields: JSONColumnType<import('#contract/organization/simSource').SimMapping>
      header_name: string
      method: string
      object_version_number: Generated<number>
      /**
       * sealed
       */
      secret: string | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    sim_trial: {
      /**
       * sealed: a secret is part of it
       */
      asked: string
      id: Generated<number>
      tenant_id: number
      tried_at: number
    }
    sim_usage: {
      month: string
      said_at: number
      said_by: number | null
      sim_card_id: number
      tenant_id: number
      used_mb: number
    }
    sim_warning: {
      about: string
      kind: string
      sim_card_id: number
      tenant_id: number
      threshold: number
      told_at: number
    }
    user_invitation: {
      /**
       * what was typed: who it is stands beside it, and is not told before they accept
       */
      asked: string
      ended_at: number | null
      expires_at: number
      id: Generated<number>
      invited_by: number
      made_at: number
      roles: JSONColumnType<import('#contract/organization/user').GivenRole[]>
      state: Generated<string>
      tenant_id: number
      user_id: number | null
    }
  }
}
