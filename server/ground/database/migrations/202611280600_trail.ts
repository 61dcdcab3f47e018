import { recordAudit } from '../parts/recordAudit.ts'

/** What left no trace in the audit trail: the farm's plots, workers, crops, varieties and types of tasks, and settings of devices and of other services. */
export const id = '202611280600_trail'

const device = { device_id: ['device', 'name'] } as const

export const up = () =>
  recordAudit({
    land: {
      kind: 'land',
      title: ['land_name'],
      names: { area_id: ['area', 'area_name'], variety_id: ['variety', 'name'] },
      ignored: ['land_center', 'land_state'],
    },
    worker: {
      kind: 'worker',
      title: ['name'],
      secret: ['phone'],
      names: { area_id: ['area', 'area_name'], user_id: ['app_user', 'real_name'] },
    },
    crop: { kind: 'crop', title: ['crop_name'] },
    variety: { kind: 'variety', title: ['name'], names: { crop_id: ['crop', 'crop_name'] } },
    task_type: { kind: 'taskType', title: ['name'] },
    interlock: { kind: 'interlock', title: ['device_id', 'name'], names: device, secret: ['need'] },
    recipe: { kind: 'recipe', title: ['name'], secret: ['channels'] },
    calculation: {
      kind: 'calculation',
      key: ['item_id'],
      title: ['device_id'],
      names: device,
      ignored: ['item_id', 'device_id', 'first_id', 'second_id', 'per_ms'],
    },
    capture_plan: { kind: 'capturePlan', title: ['device_id', 'name'], names: device, ignored: ['device_id', 'zone', 'next_at'] },
    camera: {
      kind: 'device',
      key: ['device_id'],
      title: ['device_id'],
      names: { ...device, gateway_id: ['device', 'name'] },
      // Addresses of streams may hold a password.
      secret: ['password', 'hd_url', 'sd_url', 'onvif_url'],
      ignored: ['device_id', 'fault', 'picture_url', 'picture_at', 'moving', 'moved_by', 'moved_name', 'hold', 'held_until', 'pose'],
    },
    camera_recording: { kind: 'cameraRecording', key: ['device_id'], title: ['device_id'], names: device, ignored: ['device_id'] },
    camera_cloud: { kind: 'cameraCloud', key: ['tenant_id'], title: [], secret: ['app_secret'] },
    firmware: { kind: 'firmware', title: ['file_name', 'version'], ignored: ['file_id', 'file_url', 'bytes', 'sha256'] },
    user_invitation: {
      kind: 'invitation',
      title: ['asked'],
      names: { user_id: ['app_user', 'real_name'] },
      secret: ['roles'],
      ignored: ['invited_by', 'made_at', 'ended_at'],
    },
    sim_source: { kind: 'simSource', key: ['tenant_id'], title: [], secret: ['secret', 'fields'] },
  })
