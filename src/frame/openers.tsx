import { type ComponentType, createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { Device } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import type { Opening } from '#contract/devices/types/defineDeviceType'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { toast } from '#src/ui/toast.ts'
import { useTranslation } from 'react-i18next'

/** What every window of a device takes. */
export interface DeviceWindowProps {
  readonly deviceId: number
  readonly areaId: number
  readonly open: boolean
  readonly onClose: () => void
}
/** The windows that a marker or a card opens, by what the device's type opens; bind lazy ones, so that each loads when first asked for. */
export type DeviceWindows = Partial<Record<Opening, ComponentType<DeviceWindowProps>>>

/** What names a device's window. */
export type Openable = Pick<Device, 'id' | 'areaId' | 'deviceType'>

const Open = createContext<(device: Openable) => boolean>(() => false)

/**
 * Opens the window of a device over the page. False where its type has no window of its own: the asker shows its popup instead.
 * The windows belong to another area's screens, so they are reached through here and never imported.
 */
export const useOpenDevice = () => useContext(Open)

const openingOf = (device: Openable): Opening => deviceTypes[device.deviceType].opens

export function DeviceOpeners({ windows, children }: { windows: DeviceWindows; children: ReactNode }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<{ device: Openable; Window: ComponentType<DeviceWindowProps>; open: boolean } | null>(null)
  const open = useCallback(
    (device: Openable) => {
      const Window = windows[openingOf(device)]
      if (Window == null) return false
      setShown({ device, Window, open: true })
      return true
    },
    [windows],
  )
  return (
    <Open value={open}>
      {children}
      {shown != null && (
        <ErrorBoundary
          onFailed={() => {
            toast('error', t('frame:tip.failed'))
            setShown(null)
          }}
        >
          <Suspense>
            <shown.Window
              deviceId={shown.device.id}
              areaId={shown.device.areaId}
              open={shown.open}
              onClose={() => setShown((now) => now && { ...now, open: false })}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </Open>
  )
}
