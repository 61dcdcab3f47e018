import { readFileSync } from 'node:fs'
import type { Roles } from '../roles.ts'

/** The schema of the first release in one step. */
export const id = '202611280000_baseline'

const SQL = new URL('./202611280000_baseline.sql', import.meta.url)

export const up = ({ request, service }: Roles) =>
  readFileSync(SQL, 'utf8').replaceAll('{request}', request).replaceAll('{service}', service)

/** The last commit that makes the same of a database in the steps below. */
export const LAST_IN_STEPS = 'a138731f'
/** The steps that it stands for: a database that has taken all of them has taken it. */
export const steps: readonly string[] = `
0001_live_farm
0002_accounts
0003_files
0004_notices
0005_approvals
0006_themes
0007_home
0008_resources
0009_land_state
0010_approval_timeouts
0011_file_sweep
0012_retention
0020_reading_place
0025_months
0026_heard
0027_past_devices
0030_file_use
0032_exact_amounts
0035_outbox
0045_rejected_notes
202611221410_job
202611221415_outbox_cause
202611221430_switch_change
202611221505_done_call
202611221712_who_wrote
202611221715_rollup_horizon
202611221720_device_notices
202611221725_command_verbs
202611221735_audit_entry
202611221735_try_limit
202611221810_devices_behind
202611221815_job_span
202611222040_calibration
202611222040_foreign_protocols
202611222041_device_word
202611222130_interlock
202611222150_pump_icon
202611222212_device_orders
202611222244_pump_icon_told
202611230010_insects
202611230010_recipe
202611230030_meter
202611230350_settings_batch
202611230405_audit_once
202611230420_firmware
202611230420_insect_kinds
202611231650_watch_state
202611231700_alarms
202611231800_alarm_staff
202611231800_alarm_trail
202611231801_told_of_loss
202611232100_flows
202611232105_precedence
202611232110_flow_trail
202611240005_alarm_browsers
202611240010_alarm_people
202611240010_panoramas
202611240030_cameras
202611240430_short_fingerprints
202611240440_browsers_end
202611250010_recordings
202611250020_camera_cloud
202611250030_captures
202611251135_base_data
202611251140_documents
202611251230_ledger
202611251520_inventory_option
202611251530_document_attachment
202611251550_materials
202611251600_chains
202611252040_batches
202611252350_seeds
202611252358_stages
202611260010_harvests
202611260010_inquiries
202611260010_tasks
202611260020_activities
202611260130_harvest_tasks
202611260320_batch_books
202611260335_farm_log
202611260340_field_versions
202611260341_task_versions
202611260400_plans
202611260830_org_units
202611260840_corporation
202611260855_assignment_versions
202611260900_running_by_definition
202611260905_news
202611261215_audience
202611261215_second_factor
202611261220_banners
202611261225_media
202611261225_push
202611261230_clients
202611261240_user_life
202611261250_external_login
202611261250_sim_cards
202611261300_assignment_companies
202611261300_viewing
202611261305_sim_source
202611261630_sim_limits
202611261720_kept_companies
`
  .trim()
  .split('\n')
