import { useParams } from 'react-router-dom'
import { aplionform } from '#contract/inventory/aplionform'
import { useCall } from '#src/api/useCall.ts'

/** The purchase application that the address names, kept up to date; `id` null where the address names none. */
export function useDocument() {
  const given = useParams().id ?? ''
  const id = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null
  const query = useCall(aplionform.calls.get, { params: { id: id ?? 0 } }, { enabled: id !== null, staleTime: 0 })
  return { id, query }
}
