import { toast } from './toast.ts'

/** Puts a text where it can be pasted from, and says whether that went. */
export async function copyText(text: string, copied: string, notCopied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast('success', copied)
  } catch {
    toast('warning', notCopied)
  }
}
