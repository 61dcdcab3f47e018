import { useState } from 'react'
import type { AnyDocument } from '#contract/core/document'
import { downloadFile } from '#src/files/downloadFile.ts'
import { useSession } from '#src/session/session.ts'

/** Saves a spreadsheet that a call of a kind of document answers; `busy` while it is made. */
export function useExport({ calls }: AnyDocument) {
  const { tenantId } = useSession()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    save: async (
      name: 'export' | 'exportOne' | 'lineTemplate',
      fileName: string,
      { id = 0, query = {} }: { id?: number; query?: Readonly<Record<string, unknown>> } = {},
    ) => {
      const path = calls[name].path.replace('{t}', String(tenantId)).replace('{id}', String(id))
      const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()
      setBusy(true)
      await downloadFile({ fileUrl: asked === '' ? path : `${path}?${asked}`, fileName: `${fileName}.xlsx` })
      setBusy(false)
    },
  }
}
