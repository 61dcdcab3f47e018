import { atPath } from '#contract/core/dotted'
import { SIM_PATHS, type SimMapped, type SimMapping, type SimPath, type SimSource } from '#contract/organization/simSource'

const MB_OF = { B: 1 / 1_048_576, KB: 1 / 1024, MB: 1, GB: 1024 } as const
const MOST_MB = 100_000_000

/** An amount of data, to the hundredth of a MB; null where it is none. */
function megabytes(value: unknown, unit: SimSource['unit']): number | null {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  const mb = Math.round(number * MB_OF[unit] * 100) / 100
  return Number.isFinite(mb) && mb >= 0 && mb <= MOST_MB ? mb : null
}
/** A day: as the first ten signs of a text say, or of a moment in s or ms of UTC. */
function dayOf(value: unknown): string | null {
  const text =
    typeof value === 'number' && value > 0 && value < 1e14 ? new Date(value < 1e11 ? value * 1000 : value).toISOString() : String(value)
  const day = /^20\d{2}-\d{2}-\d{2}/.exec(text)?.[0] ?? /^20\d{6}(?!\d)/.exec(text)?.[0].replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ? day : null
}

/** What an answer says of a card; a place that is not there, or holds something else, is named, and what stands elsewhere is read all the same. */
export function mapAnswer(json: unknown, mapping: SimMapping): { mapped: SimMapped; wrong: SimPath[] } {
  const read = {
    usedPath: (value: unknown) => megabytes(value, mapping.unit),
    allowancePath: (value: unknown) => megabytes(value, mapping.unit),
    statePath: (value: unknown) => mapping.states.find(({ from }) => from === String(value))?.to ?? null,
    expiryPath: dayOf,
  }
  const of = <Name extends SimPath>(name: Name) =>
    (mapping[name] === '' ? null : read[name](atPath(json, mapping[name]))) as ReturnType<(typeof read)[Name]>
  const values = { usedPath: of('usedPath'), allowancePath: of('allowancePath'), statePath: of('statePath'), expiryPath: of('expiryPath') }
  return {
    mapped: { usedMb: values.usedPath, allowanceMb: values.allowancePath, cardState: values.statePath, expiresOn: values.expiryPath },
    wrong: SIM_PATHS.filter((name) => mapping[name] !== '' && values[name] === null),
  }
}
