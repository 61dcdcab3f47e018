/** Forms that fill a window of their own and hold text that was not saved; those in tabs are marked there (src/ui/pane.ts). */
const holders = new Set<string>()

export function markUnsaved(holder: string, isDirty: boolean): void {
  if (isDirty) holders.add(holder)
  else holders.delete(holder)
}

export const holdsUnsaved = (): boolean => holders.size > 0
