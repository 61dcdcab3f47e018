/** The same things with the one at `from` standing at `to`. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.filter((_, at) => at !== from)
  return from in all ? rest.toSpliced(Math.max(0, to), 0, all[from]!) : [...all]
}
