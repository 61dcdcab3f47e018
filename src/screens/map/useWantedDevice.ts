import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { DeviceBoard } from '#src/map/deviceBoard.ts'

const NAME = 'device'

/** Shows the device that the address names, once it is on the board of a map that stands; then the address forgets it. */
export function useWantedDevice(board: DeviceBoard, ready: boolean, show: (at: number) => void): void {
  const [address, setAddress] = useSearchParams()
  const wanted = Number(address.get(NAME) ?? 0)
  const at = wanted > 0 ? board.indexOf(wanted) : -1
  useEffect(() => {
    if (!ready || at < 0) return
    show(at)
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(NAME)
        return next
      },
      { replace: true },
    )
    // How it is shown is new at every render; whom to show is not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ready, at])
}
