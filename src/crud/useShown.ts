import { useSearchParams } from 'react-router-dom'

/** Which record of a list is read and which is edited. It stands in the address: a reload, a message, and a sign-in after the session expired lead to it. */
export function useShown() {
  const [address, setAddress] = useSearchParams()
  return {
    /** 0 where none is. */
    opened: Number(/^\d{1,15}$/.exec(address.get('open') ?? '')?.[0] ?? 0),
    edited: /^(new|\d{1,15})$/.exec(address.get('edit') ?? '')?.[0],
    /** Where another record comes to be read, none is edited any more. */
    show: (kind: 'open' | 'edit', what: number | 'new' | null) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now)
          next.delete('edit')
          if (what === null) next.delete(kind)
          else next.set(kind, String(what))
          return next
        },
        // Back closes what was opened; what was closed does not come back by it.
        { replace: kind === 'edit' || what === null },
      ),
  }
}
