const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** How large a file is, e.g. `12 kB`, `3.4 MB`. */
export function bytesText(bytes: number): string {
  const at = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** at
  return `${at === 0 || value >= 10 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[at]}`
}
