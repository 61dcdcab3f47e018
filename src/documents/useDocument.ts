import { useParams } from 'react-router-dom'
import type { AnyDocument, AnyDocumentFull } from '#contract/core/document'
import { useCall } from '#src/api/useCall.ts'

/** The document that the address names, kept up to date; `id` null where the address names none. */
export function useDocument(of: AnyDocument) {
  const given = useParams().id ?? ''
  const id = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null
  const query = useCall(of.calls.get, { params: { id: id ?? 0 } }, { enabled: id !== null, staleTime: 0 })
  return {
    id,
    record: (query.data ?? null) as AnyDocumentFull | null,
    query,
    retry: () => void query.refetch(),
  }
}
