/** The middle of some figures; of an even number the lower middle. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? Number.NaN

export const quantile = (figures: readonly number[], share: number): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** How fast this machine is right now: milliseconds for a fixed piece of work. Beside a figure it tells a slow minute from slow code. */
export function speedProbe(): number {
  const began = performance.now()
  let seed = 1
  const cells = new Float64Array(65_536)
  for (let at = 0; at < 12_000_000; at++) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    cells[seed & 65_535]! += at
  }
  if (cells[0] === -1) throw new Error('never')
  return performance.now() - began
}

export type Figures = Record<string, number>

/**
 * Measures every contestant in turn, round after round, so that each meets the same minutes of the machine; answers the median of every
 * figure, with the speed probe beside.
 */
export async function interleave<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<Figures>>,
): Promise<Record<Name, Figures>> {
  const seen = Object.fromEntries(Object.keys(contestants).map((name) => [name, [] as Figures[]])) as Record<Name, Figures[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(contestants) as Name[]) {
      const probe = speedProbe()
      const figures = await contestants[name]()
      seen[name].push({ ...figures, probe })
      process.stdout.write('.')
    }
  }
  process.stdout.write('\n')
  return Object.fromEntries(
    Object.entries<Figures[]>(seen).map(([name, all]) => [
      name,
      Object.fromEntries(Object.keys(all[0] ?? {}).map((figure) => [figure, median(all.map((one) => one[figure]!))])),
    ]),
  ) as Record<Name, Figures>
}

/** A table with one row a contestant. */
export function table(title: string, rows: Record<string, Figures>, digits = 1): string {
  const columns = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))]
  const cell = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '-' : value.toLocaleString('en-US', { maximumFractionDigits: digits })
  return [
    `\n### ${title}\n`,
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---:').join('|')}|`,
    ...Object.entries(rows).map(([name, row]) => `| ${name} | ${columns.map((column) => cell(row[column])).join(' | ')} |`),
    '',
  ].join('\n')
}

/**
 * Says of a bound whether this run kept it, beside how fast the machine was meanwhile. One round is a look, not a judgement: these
 * machines change by half from minute to minute.
 */
export function judge(rounds: number, seen: Record<string, Figures>) {
  const probe = median(Object.values(seen).flatMap((row) => (row['probe'] === undefined ? [] : [row['probe']])))
  return (claim: string, value: number, bound: number, direction: 'atMost' | 'atLeast' | 'below'): string => {
    const kept = direction === 'atLeast' ? value >= bound : direction === 'below' ? value < bound : value <= bound
    const words = { atMost: 'at most', atLeast: 'at least', below: 'below' }[direction]
    const said = rounds < 2 ? 'not judged on one round' : kept ? 'kept' : 'NOT KEPT'
    return `- ${said}: ${claim}: ${value.toFixed(2)} (${words} ${bound}; probe ${probe.toFixed(0)} ms)`
  }
}

/** A bound on what is counted, not timed: one look is enough. */
export function counted(claim: string, value: number, bound: number): string {
  return `- ${value < bound ? 'kept' : 'NOT KEPT'}: ${claim}: ${value.toFixed(2)} (below ${bound})`
}
