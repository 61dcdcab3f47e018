const KEPT_MS = 60_000

/** Saves bytes as a file of the reader. */
export function saveBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
