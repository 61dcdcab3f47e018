import { isFailure } from '#src/api/call.ts'
import { readBlob } from '#src/api/blob.ts'
import { saveBlob } from '#src/ui/saveBlob.ts'
import { toast } from '#src/ui/toast.ts'
import { describeUpload } from './uploadFile.ts'

/** Saves an attachment under its name (NOTICES-09): read as a blob in the session. A failure shows its tip. */
export async function downloadFile({ fileUrl, fileName }: { fileUrl: string; fileName: string }): Promise<void> {
  const blob = await readBlob(fileUrl)
  if (isFailure(blob)) {
    toast('error', describeUpload(blob))
    return
  }
  saveBlob(fileName, blob)
}
