// Derived from the migrations of this room by `npm run tables`; what its json columns hold stands in jsonColumns.ts.
import type { JSONColumnType } from 'kysely'
import type { Generated } from '../ground/database/schema.ts'

declare module '../ground/database/schema.ts' {
  interface Database {
    alarm_picture: {
      again_at: number | null
      camera_name: string
      chosen: string
      device_id: number | null
      distance: number | null
      file_url: string | null
      id: number
      raised_at: number
      state: Generated<string>
      taken_at: number | null
      tenant_id: number
      told_at: number
      why: string | null
    }
    alarm_picture_reach: {
      /**
       * alarms of the base up to this one have been looked at
       */
      after_id: number
      area_id: number
      tenant_id: number
    }
    camera: {
      camera_enter: number
      camera_type: number
      channel_no: Generated<number>
      created_at: number | null
      created_by: number | null
      device_id: number
      disabled_flag: Generated<number>
      fault: string | null
      gateway_id: number | null
      hd_url: Generated<string>
      /**
       * ms; it is stopped then, whoever is there to do it
       */
      held_until: number | null
      hold: string | null
      moved_by: number | null
      moved_name: string | null
      /**
       * the direction that it was last told and not yet stopped from; null while it stands
       */
      moving: number | null
      /**
       * 20 digits, or empty
       */
      national_channel: Generated<string>
      object_version_number: Generated<number>
      onvif_url: Generated<string>
      /**
       * sealed with the key of this installation
       */
      password: string | null
      picture_at: number | null
      picture_url: string | null
      /**
       * of a simulated one: pan and tilt in degrees, zoom
       */
      pose: JSONColumnType<import('./drivers/simulated/pose.ts').KeptPose | null> | null
      ptz_flag: Generated<number>
      sd_url: Generated<string>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      user_name: Generated<string>
    }
    camera_cloud: {
      app_key: Generated<string>
      /**
       * sealed with the key of this installation
       */
      app_secret: string | null
      created_at: number | null
      created_by: number | null
      /**
       * with {deviceSerial} and {channelNo} to be filled in
       */
      media_server_url: Generated<string>
      object_version_number: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    camera_preset: {
      created_at: number
      device_id: number
      id: Generated<number>
      name: string
      pose: JSONColumnType<import('./drivers/simulated/pose.ts').Pose | null> | null
      tenant_id: number
      /**
       * what the camera calls it; of a simulated one its own id
       */
      token: string
    }
    camera_recording: {
      clarity: number
      created_at: number | null
      created_by: number | null
      days: number
      device_id: number
      gigabytes: number
      object_version_number: Generated<number>
      record_mode: number
      sensitivity: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
    }
    camera_segment: {
      bytes: Generated<number>
      device_id: number
      from_at: number
      id: Generated<number>
      /**
       * when something moved, ms: [from, to] each
       */
      motion: Generated<JSONColumnType<readonly (readonly [from: number, to: number])[]>>
      /**
       * 1: it is being written
       */
      open_flag: Generated<number>
      quality: string
      tenant_id: number
      /**
       * ms; while it is written, as far as it was written a few seconds ago
       */
      to_at: number
    }
    camera_share: {
      area_id: number
      device_id: number
      tenant_id: number
    }
    camera_split: {
      area_id: number
      camera_ids: JSONColumnType<(number | null)[]>
      created_at: number | null
      created_by: number | null
      id: Generated<number>
      name: string
      object_version_number: Generated<number>
      split: number
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      user_id: number
    }
    capture: {
      /**
       * when it is tried next; moved on before each try
       */
      again_at: number | null
      device_id: number
      due_at: number
      file_url: string | null
      id: Generated<number>
      plan_id: number
      state: Generated<string>
      taken_at: number | null
      tenant_id: number
      why: string | null
    }
    capture_plan: {
      created_at: number | null
      created_by: number | null
      crop: Generated<string>
      days: number[]
      device_id: number
      enabled_flag: Generated<number>
      every_minutes: number | null
      from_date: string | null
      from_minute: number
      id: Generated<number>
      keep_days: number
      name: string
      /**
       * the moment up to which its due pictures have rows; null where none is due any more
       */
      next_at: number | null
      object_version_number: Generated<number>
      seedling_flag: Generated<number>
      tenant_id: number
      times: number[]
      to_date: string | null
      to_minute: number
      updated_at: number | null
      updated_by: number | null
      /**
       * by whose clock next_at was found
       */
      zone: string
    }
    farm_log: {
      area_id: number
      /**
       * when it happened
       */
      at: number
      batch_id: number | null
      by_name: string | null
      content: Generated<JSONColumnType<string[]>>
      created_at: number | null
      created_by: number | null
      description: Generated<string>
      device_id: number | null
      id: Generated<number>
      land_id: number | null
      log_level: string
      log_title: string
      /**
       * image: seen through the camera that it names; text: written by a person
       */
      log_type: string
      object_version_number: Generated<number>
      tenant_id: number
      updated_at: number | null
      updated_by: number | null
      user_id: number | null
    }
  }
}
