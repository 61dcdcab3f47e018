import { isFailure } from '#src/api/call.ts'
import { readBlob } from '#src/api/blob.ts'
import { toast } from '#src/ui/toast.ts'
import { describeUpload } from './uploadFile.ts'

const KEPT_MS = 60_000

/** Saves an attachment under its name (NOTICES-09): read as a blob in the session. A failure shows its tip. */
export async function downloadFile({ fileUrl, fileName }: { fileUrl: string; fileName: string }): Promise<void> {
  const blob = await readBlob(fileUrl)
  if (isFailure(blob)) {
    toast('error', describeUpload(blob))
    return
  }
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
