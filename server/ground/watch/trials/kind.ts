import type { Selectable } from 'kysely'
import type { ChangeName } from '#contract/core/change'
import type { Trial } from '#contract/watch/trial'
import type { Database } from '../../database/schema.ts'
import type { Scope } from '../../database/scope.ts'
import type { Language } from '../../words.ts'
import type { Period } from '../replay.ts'

/** A table of dry runs: each area that has something tried makes one, with these columns beside those of what is tried. */
interface TrialColumns {
  readonly cancelled: unknown
  readonly known_since: unknown
  readonly in_force: unknown
}
export type TrialTable = { [Table in keyof Database]: Database[Table] extends TrialColumns ? Table : never }[keyof Database]

/** What one version would have done, and from when on history says what it takes to judge; null where it says nothing. */
export interface Rehearsed<Outcome> {
  readonly outcome: Outcome
  readonly knownSince: number | null
}
export interface Progress {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** The types of a kind of dry runs. */
export interface TrialTypes {
  table: TrialTable
  body: { readonly areaId: number }
  program: unknown
  outcome: object
  found: Rehearsed<object>
  /** What its answer says beside what that of every dry run says. */
  own: object
}
type Row<Of extends TrialTypes> = Selectable<Database[Of['table']]>
export type Answer<Of extends TrialTypes> = Trial<Of['outcome']> & Of['own']

/** What it takes to try one kind of program on the past. How a dry run starts, how many there may be, how far it is and how it ends is the same for all. */
export interface TrialKind<Of extends TrialTypes> {
  readonly table: Of['table']
  /** The name of its job, whose keys are ids of dry runs: it lasts as long as its timers. */
  readonly job: string
  readonly change: ChangeName
  /** What is answered to who has one under way. */
  readonly runs: 'error.alarm.trialRuns' | 'error.flow.trialRuns'
  /** What is answered of a version that was not run yet. */
  readonly nothing: Of['outcome']
  /** What is to be tried, as columns; fails where it may not be. */
  readonly columnsOf: (scope: Scope, body: Of['body'], language: Language) => Promise<object>
  /** The version that is wanted, and the one that is kept where that is tried, too. */
  readonly versionsOf: (row: Row<Of>) => { readonly wanted: Of['program']; readonly inForce: Of['program'] | null }
  readonly rehearse: (period: Period, program: Of['program'], progress: Progress) => Promise<Of['found']>
  /** What really happened, with what follows from both, as columns. `wanted` is undefined where the run did not come so far. */
  readonly happenedOf: (period: Period, row: Row<Of>, wanted: Of['found'] | undefined) => Promise<{ happened: Of['outcome'] }>
  readonly ownOf: (row: Row<Of>) => Of['own']
  /** Its answer in words of the reader. */
  readonly say?: (scope: Scope, trial: Answer<Of>, language: Language) => Promise<Answer<Of>>
}

/** A dry run as it is answered. */
export function answerOf<Of extends TrialTypes>(kind: TrialKind<Of>, given: Selectable<Database[TrialTable]>): Answer<Of> {
  const row = given as unknown as Row<Of>
  const read = (outcome: unknown) => (outcome ?? kind.nothing) as Of['outcome']
  return {
    id: given.id,
    areaId: given.area_id,
    state: given.state as Trial<object>['state'],
    done: given.done,
    total: given.total,
    from: given.from_at,
    to: given.to_at,
    knownSince: given.known_since,
    wanted: read(given.wanted),
    inForce: kind.versionsOf(row).inForce === null ? null : read(given.in_force),
    happened: read(given.happened),
    createdAt: given.created_at,
    ...kind.ownOf(row),
  }
}
