import { useSearchParams } from 'react-router-dom'

/** What stands in the address, and how one name of it is set; null takes it away. With `replace` the way back skips it. */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const set = (name: string, value: string | null, replace: boolean) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace },
    )
  return { address, set }
}
