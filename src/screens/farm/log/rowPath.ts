import { alarmPath } from '#contract/alarms/pages'
import { cameraPath } from '#contract/cameras/pages'
import { deviceTypes, isDeviceType } from '#contract/devices/deviceType'
import { devicePath } from '#contract/devices/pages'
import type { LogRow } from '#contract/farm/log'

/** The page of what a row tells of; null where it has none, or is no more. */
export function rowPath({ source, ofId, deviceId, deviceType }: LogRow, managesTasks: boolean): string | null {
  switch (source) {
    case 'activity':
      return `/web/farm/activity?open=${ofId}`
    case 'task':
      return `${managesTasks ? '/web/farm/taskManger' : '/web/farm/task'}?open=${ofId}`
    case 'harvest':
      return `/web/farm/batch?open=${ofId}`
    case 'alarm':
      return alarmPath(ofId!)
    case 'camera':
      return deviceId === null ? null : cameraPath(deviceId)
    case 'command':
      if (deviceId === null || deviceType === null || !isDeviceType(deviceType)) return null
      return deviceType === 'camera' ? cameraPath(deviceId) : devicePath(deviceTypes[deviceType].page, deviceId)
    case 'note':
      return null
  }
}
