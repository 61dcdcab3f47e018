import { useNavigate } from 'react-router-dom'
import { devicePages, deviceTypes } from '#contract/devices/deviceType'
import { devicePath, LISTED_PAGES } from '#contract/devices/pages'
import { useBelongings } from '#src/session/belongings.ts'
import { useArea } from '#src/session/useArea.ts'
import { useHeld } from '#src/session/usePermission.ts'
import { type Openable, useOpenDevice } from './openers.tsx'

const MAP_PATH = '/web/farm/map'
/** By the code of a page that lists devices: each of them has its own page there. */
const CODES = LISTED_PAGES.map((page) => devicePages[page].code)

/**
 * Leads to a device: to its own page, or, where the person may not open that, to its window, or to its marker on the map of its base. Whoever
 * chooses before the server has said what they may is led when it has.
 */
export function useGoToDevice(): (device: Openable) => void {
  useHeld(CODES)
  const { permissions } = useBelongings()
  const openWindow = useOpenDevice()
  const { select } = useArea()
  const navigate = useNavigate()
  const lead = (device: Openable) => {
    const { page, code } = deviceTypes[device.deviceType]
    if (permissions.get(code) === true) return void navigate(devicePath(page, device.id))
    if (openWindow(device)) return
    select(device.areaId)
    void navigate(`${MAP_PATH}?device=${device.id}`)
  }
  return (device) => void permissions.heard([deviceTypes[device.deviceType].code]).then(() => lead(device))
}
