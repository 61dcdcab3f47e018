/** The same set with one, or without it. */
export function withOne<One>(all: ReadonlySet<One>, one: One, on: boolean): ReadonlySet<One> {
  const next = new Set(all)
  if (on) next.add(one)
  else next.delete(one)
  return next
}
