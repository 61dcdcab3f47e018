// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    device_firmware: {
      device_id: number
      said_at: number
      since: number
      tenant_id: number
      version: string
    }
    emergency_stop: {
      /**
       * from then on it stops also what is safe while it runs
       */
      aerators_at: number | null
      aerators_by: string | null
      area_id: number
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      lifted_at: number | null
      lifted_by: string | null
      pressed_at: number
      pressed_by: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    firmware: {
      bytes: number
      created_at: number | null
      created_by: number | null
      device_type: string
      file_id: string
      file_name: string
      file_url: string
      id: Generated<number>
      sha256: string
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      version: string
    }
    firmware_offer: {
      asked: Generated<boolean>
      created_at: number | null
      created_by: number | null
      device_id: number
      downloaded_at: number | null
      ended_at: number | null
      firmware_id: number
      /**
       * also of its command; asked once that is recorded
       */
      id: string
      offered_at: number
      /**
       * by what the device itself says of its version, never by what it was told
       */
      outcome: string | null
      tenant_id: number
      token_hash: string
      updated_at: number | null
      updated_by: number | null
    }
    insect_box: {
      created_at: number | null
      created_by: number | null
      h: number
      id: Generated<number>
      insect_type_id: number | null
      picture_id: number
      /**
       * 0: the machine's; else the drawing of a person, none of which is ever taken away
       */
      round: number
      score: number | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      w: number
      x: number
      y: number
    }
    insect_observation: {
      created_at: number | null
      created_by: number | null
      device_id: number
      id: Generated<number>
      insect_type_id: number
      note: string | null
      object_version_number: Generated<number>
      observed_at: number
      quantity: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    insect_picture: {
      created_at: number | null
      created_by: number | null
      /**
       * the lamp; null: a person brought it
       */
      device_id: number | null
      drawn_by: number | null
      /**
       * the round of a person's boxes that count; null: those of the machine do
       */
      drawn_round: number | null
      file_id: string
      file_url: string
      height: number
      id: Generated<number>
      identified_at: number | null
      model: string | null
      object_version_number: Generated<number>
      reason: string | null
      received_at: number
      /**
       * how often it was to be identified: what an earlier run finds is not taken any more
       */
      run: Generated<number>
      state: Generated<string>
      taken_at: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      upload_id: string | null
      width: number
    }
    insect_type: {
      /**
       * what the labels of a model call it
       */
      code: string
      created_at: number | null
      created_by: number | null
      description: string | null
      en_name: string
      /**
       * 1: not offered for boxes and notes any more; what was found of it is still counted
       */
      hidden: Generated<number>
      id: Generated<number>
      object_version_number: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      zh_name: string
    }
    insect_upload: {
      command_id: string | null
      created_at: number | null
      created_by: number | null
      device_id: number
      expires_at: number
      id: string
      tenant_id: number
      token_hash: string
      updated_at: number | null
      updated_by: number | null
      used_at: number | null
    }
    interlock: {
      circuit: number | null
      created_at: number | null
      created_by: number | null
      device_id: number
      grace_ms: number
      id: Generated<number>
      name: string
      /**
       * of contract/devices/interlock.ts
       */
      need: JSONColumnType<import('#contract/devices/interlock').Need>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    manual_hold: {
      created_at: number | null
      created_by: number | null
      held_until: number
      switch_id: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      user_id: number | null
    }
    metered_run: {
      asked: number
      asked_at: number
      command_id: string | null
      ended_at: number | null
      grace_ms: number
      id: Generated<number>
      item_id: number
      reached: Generated<number>
      /**
       * the newest reading that is counted in reached, and spoke_at the newest one that had a value
       */
      seen_ts: number | null
      seen_value: number | null
      spoke_at: number | null
      started_at: number | null
      switch_id: number
      tenant_id: number
      /**
       * of contract/devices/meter.ts; with it the circuit is told to stop until it says that it has, at ended_at
       */
      why: string | null
    }
    recipe: {
      /**
       * of contract/devices/dosing.ts
       */
      channels: JSONColumnType<import('#contract/devices/dosing').Recipe['channels']>
      created_at: number | null
      created_by: number | null
      /**
       * target, S/m; null: not regulated
       */
      ec: number | null
      id: Generated<number>
      mode: string
      name: string
      object_version_number: Generated<number>
      ph: number | null
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    settings_batch: {
      created_at: number | null
      created_by: number | null
      device_type: string
      id: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      wanted: JSONColumnType<Record<string, unknown>>
    }
    settings_batch_device: {
      batch_id: number
      /**
       * the command that asks it, which is recorded after the batch; a log that is older than it is kept has none
       */
      command_id: string
      device_id: number
      tenant_id: number
    }
    switch_meter: {
      created_at: number | null
      created_by: number | null
      grace_ms: number
      item_id: number
      switch_id: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
  }
}
